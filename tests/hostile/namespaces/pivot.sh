# Exchanges the root of the whole namespace.
# control: plain
mkdir -p /work/r; mount -t tmpfs none /work/r && mkdir /work/r/old && pivot_root /work/r /work/r/old && echo ESCAPED
