# Goes on as another user, whom a caller may not be allowed to kill.
# control: killed-leader
setsid setpriv --reuid 1234 --clear-groups bash -c 'exec -a "$MARK" sleep 120' >/dev/null 2>&1 || setsid bash -c 'exec -a "$MARK" sleep 120' >/dev/null 2>&1 & sleep 0.2
