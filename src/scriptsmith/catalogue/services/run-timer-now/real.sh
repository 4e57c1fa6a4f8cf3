#!/usr/bin/env bash
. "$HARNESS"
use systemd

unit backup.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'sleep 1; echo x >>/ran'
X
unit backup.timer <<'X'
[Timer]
OnCalendar=yearly
X
unit fails.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'exit 4'
X
unit fails.timer <<'X'
[Timer]
OnCalendar=yearly
X
unit long.service <<'X'
[Service]
Type=oneshot
ExecStart=/bin/sleep 1000
X
unit long.timer <<'X'
[Timer]
OnCalendar=yearly
X
run --timer backup --dry-run
check 'a dry run starts nothing' test ! -e /ran
run --timer backup
check 'it succeeds' test "$status" -eq 0
check 'the job has run to its end' test "$(wc -l </ran)" -eq 1
check 'and that is told' grep -qx 'done: backup.service ended with success' <<<"$out"
run --timer fails
check 'one that fails is a failure, with its exit status' test "$status" -eq 1 -a -n "$(grep 'exit status 4' <<<"$err")"
run --timer long --timeout 1
check 'one that takes longer goes on, and that is told' test "$status" -eq 1 -a "$(systemctl is-active long)" = activating
run --timer long
check 'it is not started twice' test "$status" -eq 3
run --timer absent
check 'one that is not there is refused' test "$status" -eq 3
finish
