# Goes on whatever the terminal says.
# control: killed-leader
nohup setsid bash -c 'exec -a "$MARK" sleep 120' >/dev/null 2>&1 &
sleep 0.3
