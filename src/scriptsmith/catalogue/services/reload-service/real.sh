#!/usr/bin/env bash
# packages: openssh-server
. "$HARNESS"
use systemd

unit web.service <<'X'
[Service]
ExecStart=/bin/sh -c 'trap "echo read >>/reloaded" HUP; while :; do sleep 0.2; done'
ExecReload=/bin/kill -HUP $MAINPID
X
unit frail.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
ExecReload=/bin/kill -HUP $MAINPID
X
unit again.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
ExecReload=/bin/kill -HUP $MAINPID
Restart=always
X
unit plain.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
X
systemctl start web frail again plain
pid=$(systemctl show --property=MainPID --value web)
run --service web --dry-run
check 'a dry run reloads nothing' test ! -e /reloaded
run --service web --settle 1
check 'it succeeds' test "$status" -eq 0
check 'the program was told' test -s /reloaded
check 'it is the same process' grep -qx "reloaded: web.service, still main process $pid" <<<"$out"
run --service frail --settle 1
check 'one that dies of it is a failure' test "$status" -eq 1
run --service again --settle 1
check 'one that dies of it and is started anew is a failure, too' test "$status:$(systemctl is-active again)" = 1:active
unit many.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
ExecReload=/bin/true
X
unit many@.service <<'X'
[Unit]
PartOf=many.service
ReloadPropagatedFrom=many.service
[Service]
ExecStart=/bin/sh -c '[ %i = weak ] || trap "echo %i >>/reloaded" HUP; while :; do sleep 0.2; done'
ExecReload=/bin/kill -HUP $MAINPID
X
systemctl start many many@one
run --service many --settle 1
check 'a unit that hands the reload on names those that get it' test "$status:$(grep -cx 'with it: many@one.service' <<<"$out"):$(grep -cx one /reloaded)" = 0:1:1
systemctl start many@weak
run --service many --settle 1
check 'one of them that dies of it is a failure' bash -c '[ "$1" = 1 ] && grep -q "^reload-service: many@weak.service, which is reloaded with many.service, is " <<<"$2"' _ "$status" "$err"
rm -f /etc/systemd/system/sshd.service
unit sshd.service <<'X'
[Service]
ExecStart=/bin/sleep 1000
ExecReload=/bin/kill -HUP $MAINPID
X
systemctl start sshd
sshd_stays() { [[ $status == 3 && $(systemctl is-active sshd) == active && $(systemctl show --property=MainPID --value sshd) == "$was" ]]; }
was=$(systemctl show --property=MainPID --value sshd)
mkdir -p /run/sshd; ssh-keygen -A >/dev/null 2>&1
printf 'PermitRootLogin perhaps\n' >>/etc/ssh/sshd_config
run --service sshd
check 'sshd is not reloaded with a mistake in its configuration, and stays' sshd_stays
run --service plain
check 'one that cannot reload is refused' test "$status" -eq 3
run --service web --settle infinity
check 'endless waiting is refused' test "$status" -eq 2
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
