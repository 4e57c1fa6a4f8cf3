# Moves a file over one of the host.
# control: same-box
echo owned > "$CANARY.new"; mv -f "$CANARY.new" "$CANARY"
