# Mounts the devices of the host.
# control: none: it works nowhere in a user namespace
mkdir -p /work/d; mount -t devtmpfs none /work/d && echo ESCAPED; mount -t sysfs none /work/d && echo ESCAPED
