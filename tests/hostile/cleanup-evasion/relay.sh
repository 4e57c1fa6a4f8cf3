# Starts itself again and again, so that its number is never the one that was just read.
# control: killed-leader
cat > /tmp/relay <<'RELAY'
#!/bin/bash
[ "$1" = 0 ] && exec -a "$MARK" sleep 120
setsid "$0" $(($1 - 1)) < /dev/null > /dev/null 2>&1 &
RELAY
chmod +x /tmp/relay; setsid /tmp/relay 30 & sleep 0.5
