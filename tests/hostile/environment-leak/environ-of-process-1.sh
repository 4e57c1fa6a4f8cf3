# Reads the environment of process 1.
# control: plain
cat /proc/1/environ; xargs -0 -n1 < /proc/1/environ
