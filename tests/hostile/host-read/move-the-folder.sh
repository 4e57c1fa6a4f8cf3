# Moves the folder that hides a secret away, to see what lies under it.
# control: same-box
d=$(dirname "$SECRET"); mv "$d" "$d.moved"; cat "$d/secret" "$d.moved/secret"
