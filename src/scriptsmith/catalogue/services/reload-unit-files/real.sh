#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start web
pid=$(systemctl show --property=MainPID --value web)
need() { systemctl show --property=NeedDaemonReload --value web; }
unit in.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
unit in.socket <<'X'
[Socket]
ListenStream=127.0.0.1:7001
X
systemctl start in.socket
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
sleep 1
printf '[Service]\nExecStart=/bin/sleep 2000\n' >/etc/systemd/system/web.service
sed -i s/7001/7002/ /etc/systemd/system/in.socket
sed -i s/true/false/ /etc/systemd/system/job.service
run --dry-run
check 'a dry run names the unit' grep -qx 'changed on disk: web.service' <<<"$out"
check 'one that is down until its timer starts it, too' grep -qx 'changed on disk: job.service' <<<"$out"
check 'and reads nothing' test "$(need)" = yes
run
check 'it succeeds' test "$status" -eq 0
check 'systemd has read it' test "$(need)" = no
check 'the service was not restarted' test "$(systemctl show --property=MainPID --value web)" = "$pid"
check 'that it runs with its former settings is told' grep -q '^note: web.service runs with its former settings' <<<"$out"
check 'and so that a socket listens where it did' grep -q '^note: in.socket runs with its former settings' <<<"$out"
sleep 1
printf '[Service]\nExecStart=sleep-somewhere 2000\n[Unit]\nRequires=\n[Service]\nType=nonsense\nExecStart=\n' >/etc/systemd/system/web.service
run
check 'a unit that systemd cannot use any more is a failure' bash -c '[ "$1" = 1 ] && grep -q "^BAD: web.service is bad-setting now" <<<"$2"' _ "$status" "$err"
check 'and the service still runs' test "$(systemctl show --property=MainPID --value web)" = "$pid"
sleep 1
printf '[Service]\nExecStart=/bin/sleep 2000\n' >/etc/systemd/system/web.service
run
check 'put right it is a success' test "$status" -eq 0
run
check 'a second run finds nothing changed' grep -q '^no loaded unit has changed on disk' <<<"$out"
finish
