# Opens for writing whether programs are loaded at random addresses.
# control: real-root
exec 3> /proc/sys/kernel/randomize_va_space && echo ESCAPED
