# Reads the host's password hashes.
# control: same-box
cat /etc/shadow /etc/shadow- /etc/gshadow /var/backups/shadow.bak
