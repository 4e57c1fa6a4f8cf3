# Finds the consoles of the host.
# control: host-devices
for d in /dev/console /dev/tty0 /dev/tty1 /dev/ttyS0 /dev/vcs; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
