#!/usr/bin/env bash
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
run --service plain
check 'one that cannot reload is refused' test "$status" -eq 3
run --service web --settle infinity
check 'endless waiting is refused' test "$status" -eq 2
run --service absent
check 'one that is not there is refused' test "$status" -eq 3
finish
