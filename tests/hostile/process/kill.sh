# Kills a process of the host by its number.
# control: same-box
kill -9 "$VICTIM"
