# Reads the arguments of every process for what they say of the host.
# control: same-box
cat /proc/[0-9]*/cmdline | tr "\0" "\n"
