# Opens kernel settings by other names of the same folder.
# control: real-root
for p in /proc/self/root/proc/sys /proc/1/root/proc/sys /proc/self/../sys /proc/thread-self/../../../sys; do
  (exec 3> "$p/kernel/panic") && echo ESCAPED
done
