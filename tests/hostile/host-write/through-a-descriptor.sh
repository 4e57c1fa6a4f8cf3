# Opens a file for reading and again, through /proc, for writing.
# control: same-box
exec 5< "$CANARY"; echo owned > /proc/self/fd/5
