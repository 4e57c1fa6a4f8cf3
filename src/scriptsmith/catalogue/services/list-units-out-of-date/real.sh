#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
mkdir -p /etc/systemd/system/web.service.d
printf '[Service]\nNice=4\n' >/etc/systemd/system/web.service.d/nice.conf
systemctl daemon-reload
systemctl start web
run
check 'none' grep -qE '^none of [0-9]+ loaded units has changed on disk$' <<<"$out"
sleep 1
printf '[Service]\nNice=5\n' >/etc/systemd/system/web.service.d/nice.conf
run
check 'a drop-in that was changed is seen' grep -qx 'web.service (active)' <<<"$out"
check 'nothing was reloaded' test "$(systemctl show --property=NeedDaemonReload --value web)" = yes
check 'and the sum' grep -qE '^1 of [0-9]+ loaded units have changed on disk' <<<"$out"
systemctl daemon-reload
run
check 'after a reload it is up to date, with its drop-in' grep -q '^none of ' <<<"$out"
finish
