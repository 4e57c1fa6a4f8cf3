#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
mkdir -p /etc/systemd/system/web.service.d
printf '[Service]\nNice=4\n' >/etc/systemd/system/web.service.d/nice.conf
systemctl daemon-reload
systemctl start web
unit job.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/true
X
unit job.timer <<'X'
[Timer]
OnActiveSec=1h
X
systemctl start job.timer
run
check 'none' grep -qE '^none of [0-9]+ loaded units has changed on disk,' <<<"$out"
sleep 1
printf '[Service]\nNice=5\n' >/etc/systemd/system/web.service.d/nice.conf
run
check 'a drop-in that was changed is seen' grep -qx 'web.service (active)' <<<"$out"
check 'nothing was reloaded' test "$(systemctl show --property=NeedDaemonReload --value web)" = yes
check 'and the sum' grep -qE '^1 of [0-9]+ loaded units have changed on disk' <<<"$out"
systemctl daemon-reload
run
sed -i s/true/false/ /etc/systemd/system/job.service
sleep 1
run
check 'one that is down until its timer starts it is seen, too' grep -qx 'job.service (inactive)' <<<"$out"
systemctl daemon-reload
run
check 'after a reload it is up to date, with its drop-in' grep -q '^none of ' <<<"$out"
printf '[Service]\nExecStart=/bin/sleep 1001\n' >/usr/lib/systemd/system/own.service
systemctl daemon-reload
systemctl start own
sleep 1
cp /usr/lib/systemd/system/own.service /etc/systemd/system/own.service
check 'systemd does not notice a file that is put over it' test "$(systemctl show --property=NeedDaemonReload --value own)" = no
run
check 'here it is told' grep -qx '  goes before what systemd has read: /etc/systemd/system/own.service' <<<"$out"
systemctl daemon-reload
run
check 'and not after a reload' grep -q '^none of ' <<<"$out"
rm /etc/systemd/system/own.service; systemctl daemon-reload; ln -s /dev/null /etc/systemd/system/own.service
run
check 'nor is a mask that was put there by hand overlooked' grep -qx 'own.service (active)' <<<"$out"
finish
