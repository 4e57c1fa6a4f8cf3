# Opens for writing what the kernel runs to load a module.
# control: none: not every kernel has one
exec 3> /proc/sys/kernel/modprobe && echo ESCAPED
