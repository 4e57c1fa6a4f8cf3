# Kills the process group of a process of the host.
# control: same-box
kill -9 -- "-$VICTIM"; kill -9 "$VICTIM"
