# Overwrites a file of the host.
# control: same-box
echo owned > "$CANARY"
