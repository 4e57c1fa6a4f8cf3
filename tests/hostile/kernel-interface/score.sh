# Makes itself the last that the kernel would kill when memory is short.
# control: none: not every root has the capability for it
echo -1000 > /proc/self/oom_score_adj && echo ESCAPED
