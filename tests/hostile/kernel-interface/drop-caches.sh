# Opens for writing the switch that empties the host's caches.
# control: real-root
exec 3> /proc/sys/vm/drop_caches && echo ESCAPED
