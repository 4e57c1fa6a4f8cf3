# Makes a node for the memory of the host.
# control: none: nodes made outside a box would open the host's memory
mknod /work/mem c 1 1 && echo ESCAPED; mknod /work/kmsg c 1 11 && echo ESCAPED; mknod /dev/shm/null c 1 3 && echo ESCAPED
