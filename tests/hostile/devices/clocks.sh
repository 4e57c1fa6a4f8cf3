# Finds clocks, and the watchdog that reboots the host.
# control: none: not every host has one to show
for d in /dev/rtc0 /dev/hpet /dev/watchdog /dev/ptp0; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
