# Opens what the descriptors of other processes point to.
# control: plain
cat /proc/1/fd/[3-9] /proc/1/fd/[1-9][0-9] /proc/2/fd/[3-9]
