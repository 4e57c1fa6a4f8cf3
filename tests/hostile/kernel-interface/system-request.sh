# Opens for writing the key that reboots the host.
# control: none: bubblewrap covers it for root, too
exec 3> /proc/sysrq-trigger && echo ESCAPED
