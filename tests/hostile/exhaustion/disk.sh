# Fills the disk.
# control: wide-limits
head -c 100M /dev/zero > /work/x && echo ESCAPED
