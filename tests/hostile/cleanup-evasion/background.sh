# Goes on in the background.
# control: killed-leader
(exec -a "$MARK" sleep 120) & disown
sleep 0.3
