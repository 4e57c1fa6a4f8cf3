# Asks a process of the host to end.
# control: same-box
kill "$VICTIM"
