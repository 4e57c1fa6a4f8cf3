# Changes the mode of a file of the host.
# control: same-box
chmod 4777 "$CANARY"
