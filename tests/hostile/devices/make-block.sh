# Makes a node for a disk of the host.
# control: none: nodes made outside a box would open the host's disk
for n in "253 0" "254 0" "8 0" "259 0" "7 0"; do mknod "/work/b${n// /-}" b $n && echo ESCAPED; done
