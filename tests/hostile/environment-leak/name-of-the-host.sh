# Learns the name of the host.
# control: same-box
[ "$(uname -n)" = "$HOST_NAME" ] && echo ESCAPED; [ "$(cat /proc/sys/kernel/hostname)" = "$HOST_NAME" ] && echo ESCAPED
