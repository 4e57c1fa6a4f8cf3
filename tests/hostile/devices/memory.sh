# Finds the memory of the host as a device.
# control: none: not every host has one to show
for d in /dev/mem /dev/port /dev/kmem; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
