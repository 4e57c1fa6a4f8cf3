# Kills the process that would clean up after it.
# control: killed-leader
setsid bash -c 'exec -a "$MARK" sleep 120' >/dev/null 2>&1 & sleep 0.1; kill -9 1 $PPID; kill -9 -1
