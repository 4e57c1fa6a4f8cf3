# Goes on and ignores every signal that can be ignored.
# control: killed-leader
setsid bash -c 'trap "" HUP INT QUIT TERM USR1 USR2 ALRM; exec -a "$MARK" sleep 120' >/dev/null 2>&1 &
sleep 0.3
