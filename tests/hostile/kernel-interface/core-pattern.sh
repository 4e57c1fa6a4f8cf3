# Opens for writing what the kernel runs when a program crashes.
# control: real-root
exec 3> /proc/sys/kernel/core_pattern && echo ESCAPED
