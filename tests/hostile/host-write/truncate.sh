# Cuts a file of the host to nothing.
# control: same-box
truncate -s 0 "$CANARY"
