# Goes on as the child of a child that ended.
# control: killed-leader
( ( setsid bash -c 'exec -a "$MARK" sleep 120' & ) & ) >/dev/null 2>&1
sleep 0.3
