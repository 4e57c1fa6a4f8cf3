# Reads from the kernel who listens on the host.
# control: same-box
grep -qi ":$(printf %04X "$PORT") " /proc/net/tcp && echo ESCAPED
