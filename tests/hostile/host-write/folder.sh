# Replaces the whole folder of a file of the host.
# control: same-box
d=$(dirname "$CANARY"); mkdir "$d.new"; echo owned > "$d.new/canary"; mv "$d" "$d.old"; mv "$d.new" "$d"
