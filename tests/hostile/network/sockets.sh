# Reads from the kernel which Unix sockets there are on the host.
# control: same-box
grep -q "$ABSTRACT" /proc/net/unix && echo ESCAPED
