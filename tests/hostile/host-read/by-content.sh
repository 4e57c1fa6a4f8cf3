# Searches everything around a secret for it.
# control: same-box
grep -rah token- "$(dirname "$(dirname "$SECRET")")" /tmp /run /var/tmp /dev/shm
