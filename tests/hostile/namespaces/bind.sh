# Mounts a folder elsewhere.
# control: plain
mkdir -p /work/m; mount --bind /etc /work/m && echo ESCAPED
