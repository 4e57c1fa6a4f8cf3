# Reads the log of the kernel.
# control: real-root
dmesg | grep -q . && echo ESCAPED; timeout 1 head -c 10 /proc/kmsg | grep -q . && echo ESCAPED
