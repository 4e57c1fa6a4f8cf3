# Stops a process of the host.
# control: same-box
kill -STOP "$VICTIM"
