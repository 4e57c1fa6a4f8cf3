# Two processes that each start the other again.
# control: killed-leader
guard() { trap "" HUP INT TERM; while :; do bash -c 'exec -a "$MARK" sleep 0.2'; done; }
export -f guard
setsid bash -c guard >/dev/null 2>&1 & setsid bash -c guard >/dev/null 2>&1 &
