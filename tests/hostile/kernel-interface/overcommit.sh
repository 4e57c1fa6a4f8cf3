# Opens for writing how the host gives out memory.
# control: real-root
exec 3> /proc/sys/vm/overcommit_memory && echo ESCAPED
