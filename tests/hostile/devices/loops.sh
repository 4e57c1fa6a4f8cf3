# Finds devices that turn files into disks.
# control: host-devices
for d in /dev/loop-control /dev/loop0; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
