# Edits a file of the host in place.
# control: same-box
sed -i "s/.*/owned/" "$CANARY"
