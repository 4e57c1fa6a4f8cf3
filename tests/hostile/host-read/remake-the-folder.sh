# Removes the folder that hides a secret and makes it anew.
# control: same-box
d=$(dirname "$SECRET"); cp -a "$d" /work/copy; rm -rf "$d"; mkdir "$d"; cat "$d/secret" /work/copy/secret
