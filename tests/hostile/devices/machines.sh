# Finds devices for machines and for the machine outside.
# control: none: not every host has one to show
for d in /dev/kvm /dev/vhost-net /dev/vhost-vsock /dev/vsock; do { [ -c "$d" ] || [ -b "$d" ]; } && echo ESCAPED; done
