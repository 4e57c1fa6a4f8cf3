# Finds the log of the kernel as a device.
# control: host-devices
for d in /dev/kmsg; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
