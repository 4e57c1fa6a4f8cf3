# Makes read-only mounts writable.
# control: plain
mkdir -p /work/m; mount -t tmpfs -o ro none /work/m; mount -o remount,rw /work/m && echo ESCAPED; mount -o remount,rw /dev && echo ESCAPED
