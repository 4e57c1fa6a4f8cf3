#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
use systemd

state() { systemctl is-active "$1"; }
unit web.service <<"X"
[Unit]
Description=A web server
[Service]
ExecStart=/bin/sleep 1000
[Install]
WantedBy=multi-user.target
X
unit app.service <<'X'
[Unit]
Requires=web.service
After=web.service
[Service]
ExecStart=/bin/sleep 1000
X
unit ssh.service <<'X'
[Unit]
Requires=gate.service
[Service]
ExecStart=/bin/sleep 1000
[Install]
Alias=door.service
X
unit gate.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
systemctl enable ssh >/dev/null 2>&1
systemctl start app ssh
systemctl enable web >/dev/null 2>&1
run --service web --dry-run
check 'a dry run names what goes down with it' grep -qx 'goes down with it: app.service' <<<"$out"
check 'and stops nothing' systemctl is-active web
run --service web
check 'it succeeds' test "$status" -eq 0
check 'it is down' test "$(state web)" = inactive
check 'that it comes back at the next boot is told' grep -q '^note: web.service is enabled' <<<"$out"
run --service web
check 'a second run has nothing to do' grep -q '^not running already' <<<"$out"
run --service ssh
check 'the way into the host is refused' test "$status" -eq 3
run --service door
check 'also by another name' test "$status" -eq 3
run --service gate
check 'and so is what it cannot do without' test "$status" -eq 3
check 'it still runs' systemctl is-active ssh
unit pg.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit pg@.service <<'X'
[Unit]
PartOf=pg.service
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start pg pg@one
run --service pg
check 'instances that are part of it go down with it' test "$status:$(state pg@one):$(grep -c '^goes down with it: pg@one.service' <<<"$out")" = 0:inactive:1
systemctl start pg@one
run --service pg
check 'where only an instance runs it is not said to be down' test "$status:$(state pg@one):$(grep -c 'but these run, .*: pg@one.service$' <<<"$err")" = 3:active:1
run --service pg@one
check 'an instance is stopped by its name' test "$status:$(state pg@one)" = 0:inactive
unit jobs.service <<'X'
[Service]
ExecStart=/bin/sh -c 'sleep 1000 & exec sleep 1001'
KillMode=process
X
systemctl start jobs
started() { [[ $(cat /sys/fs/cgroup{,/unified,/systemd}/system.slice/jobs.service/cgroup.procs 2>/dev/null | sort -u | wc -l) == 2 ]]; }
await started
run --service jobs
check 'what its unit lets go on is told' test "$status:$(state jobs):$(grep -c '^note: 1 processes of it still run' <<<"$out")" = 0:inactive:1
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
