# Searches everything around a secret for it.
# control: same-box
grep -rahoE "token-[0-9a-f]{24}" "$(dirname "$(dirname "$SECRET")")" /tmp /run /var/tmp /dev/shm
