# Reads the arguments of every process.
# control: same-box
cat /proc/[0-9]*/cmdline | tr "\0" "\n" | grep -q "victim[-]of-this" && echo ESCAPED
