# Mounts a file system.
# control: plain
mkdir -p /work/m; mount -t tmpfs none /work/m && echo ESCAPED
