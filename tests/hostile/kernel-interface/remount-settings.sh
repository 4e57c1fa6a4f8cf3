# Makes kernel settings writable again.
# control: none: where it works it writes to the host
mount -o remount,rw /proc/sys && (exec 3> /proc/sys/kernel/panic) && echo ESCAPED; mount -t proc proc /proc && (exec 3> /proc/sys/kernel/panic) && echo ESCAPED
