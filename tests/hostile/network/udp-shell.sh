# Sends a datagram without any program but the shell.
# control: same-box
exec 3<>"/dev/udp/127.0.0.1/$PORT"; echo hello >&3; timeout 2 head -c 30 <&3
