# Goes on in a session of its own.
# control: killed-leader
setsid bash -c 'exec -a "$MARK" sleep 120' < /dev/null > /dev/null 2>&1 &
sleep 0.3
