# Leaves files that are run later.
# control: killed-leader
for d in /etc/cron.d /etc/profile.d /etc/systemd/system /var/spool/cron /etc/ld.so.conf.d /etc/init.d; do mkdir -p "$d"; echo "* * * * * root true" > "$d/$MARK"; done
