# Leaves a process that is stopped and takes no signal but two.
# control: killed-leader
setsid bash -c 'exec -a "$MARK" sleep 120' >/dev/null 2>&1 &
sleep 0.3; kill -STOP $!
