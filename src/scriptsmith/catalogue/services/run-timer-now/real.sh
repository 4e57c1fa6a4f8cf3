#!/usr/bin/env bash
. "$HARNESS"
[ -s /etc/machine-id ] || rm -f /etc/machine-id # an empty one is no id
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
check 'no result is told of a job that has not run' grep -q 'how it ended last is not known' <<<"$out"
systemctl start backup.timer
run --timer backup
check 'it succeeds' test "$status" -eq 0
check 'the job has run to its end' test "$(wc -l </ran)" -eq 1
check 'and that is told' grep -qx 'done: backup.service ended with success' <<<"$out"
run --timer fails
check 'one that fails is a failure, with its exit status' test "$status" -eq 1 -a -n "$(grep 'exit status 4' <<<"$err")"
run --timer fails --dry-run
check 'and told the next time' grep -qx 'fails.timer starts fails.service (last result: exit-code)' <<<"$out"
run --timer long --timeout 1
check 'one that takes longer goes on, and that is told' test "$status" -eq 1 -a "$(systemctl is-active long)" = activating
run --timer long
check 'it is not started twice' test "$status" -eq 3
for each in 'simple:sleep 2; exit 7' 'good:sleep 2; echo x >/good' 'stays:sleep 1000'; do
  unit "${each%%:*}.service" <<X
[Service]
ExecStart=/bin/sh -c '${each#*:}'
X
  unit "${each%%:*}.timer" <<<$'[Timer]\nOnCalendar=yearly'
done
run --timer simple
check 'of a job of the default type the end is waited for, and its failure seen' test "$status" -eq 1 -a -n "$(grep 'exit status 7' <<<"$err")"
systemctl start good.timer
run --timer good
check 'and its success' test "$status:$(cat /good):${out##*$'\n'}" = '0:x:done: good.service ended with success'
run --timer stays --timeout 2
check 'one that stays up still runs' test "$status" -eq 1 -a "$(systemctl is-active stays)" = active
unit remains.service <<'X'
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/true
X
unit remains.timer <<<$'[Timer]\nOnCalendar=yearly'
run --timer remains --timeout 20
check 'one that remains after its end has ended' test "$status" -eq 0
run --timer remains
check 'and is not said to run' test "$status:$(grep -c 'has ended and remains active' <<<"$err")" = 3:1
unit elsewhere.service <<'X'
[Unit]
ConditionPathExists=/nowhere
[Service]
Type=oneshot
ExecStart=/bin/true
X
unit elsewhere.timer <<<$'[Timer]\nOnCalendar=yearly'
run --timer elsewhere
check 'nothing is claimed of a job that systemd has forgotten' grep -q 'whether its conditions let it run is not kept' <<<"$out"
systemctl start elsewhere.timer
run --timer elsewhere
check 'one whose condition does not hold did not run' test "$status" -eq 1 -a -n "$(grep 'did not run' <<<"$err")"
run --timer absent
check 'one that is not there is refused' test "$status" -eq 3
finish
