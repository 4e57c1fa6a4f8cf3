# Finds keyboards.
# control: none: not every host has one to show
for d in /dev/input/event0 /dev/uinput /dev/hidraw0 /dev/input/mice; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
