# Reads as another user, of a group that might.
# control: same-box
for u in 0 1 2 1000 65534; do setpriv --reuid $u --regid $u --clear-groups cat "$SECRET"; done
cat "$SECRET"
