# Leaves files in every folder that outlives it.
# control: killed-leader
for d in /tmp /var/tmp /dev/shm /run /var/spool /opt /; do echo x > "$d/$MARK"; done
