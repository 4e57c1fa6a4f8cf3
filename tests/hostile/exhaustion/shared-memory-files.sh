# Fills the folder for shared memory.
# control: wide-limits
head -c 50M /dev/zero > /dev/shm/x && echo ESCAPED
