# Finds the disks of the host.
# control: host-devices
for d in /dev/vda /dev/sda /dev/nvme0n1 /dev/xvda /dev/dm-0 /dev/md0 /dev/vda1 /dev/sda1; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
