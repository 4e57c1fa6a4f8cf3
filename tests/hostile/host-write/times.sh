# Changes the times of a file of the host.
# control: same-box
touch -d 2001-01-01 "$CANARY"
