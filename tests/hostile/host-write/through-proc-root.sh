# Writes by way of the root of process 1.
# control: same-box
for r in /proc/1/root /proc/self/root /proc/$PPID/root; do echo owned > "$r$CANARY"; done
