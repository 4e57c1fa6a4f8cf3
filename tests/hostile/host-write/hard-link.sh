# Writes through another name of the same file.
# control: same-box
ln "$CANARY" "$CANARY.link" && echo owned > "$CANARY.link"
