# Connects to a listener on the loopback of the host.
# control: same-box
exec 3<>"/dev/tcp/127.0.0.1/$PORT"; echo hello >&3; timeout 2 head -c 60 <&3
