# Finds devices that let programs act as networks or file systems.
# control: host-devices
for d in /dev/net/tun /dev/fuse /dev/ppp; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
