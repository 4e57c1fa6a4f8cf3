# Unmounts what hides the host.
# control: plain
umount -l /dev/shm && echo ESCAPED; umount -l /proc && echo ESCAPED; umount -l /dev && echo ESCAPED
