# Removes a file of the host and makes another.
# control: same-box
rm -f "$CANARY"; echo owned > "$CANARY"
