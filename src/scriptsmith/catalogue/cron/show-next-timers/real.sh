#!/usr/bin/env bash
. "$HARNESS"
use systemd
service() { printf '[Service]\nType=oneshot\nExecStart=%s\n' "$2" >"/etc/systemd/system/$1.service"; }
timer() { printf '[Timer]\n%s\n' "$2" >"/etc/systemd/system/$1.timer"; }
line() { grep "^$1.timer " <<<"$out"; }
for each in good late gone twice; do service $each /bin/true; done
service bad /bin/false
timer good 'OnCalendar=*-*-* 03:00:00'
timer late OnUnitActiveSec=1h
timer bad $'OnActiveSec=0\nOnCalendar=yearly\nAccuracySec=1ms'
timer twice $'OnActiveSec=1h\nUnit=good.service'
timer gone $'OnActiveSec=0\nAccuracySec=1ms'
systemctl daemon-reload
systemctl start {good,late,bad,twice,gone}.timer good.service
await systemctl is-failed bad
await bash -c '[ "$(systemctl show --property=SubState --value gone.timer)" = elapsed ]'

run --timer good
check 'one in order' test "$status" -eq 0
check 'with its next run, as systemd tells it' grep -qF " next $(systemctl show --property=NextElapseUSecRealtime --value good.timer) " <<<"$out"
check 'and its service' grep -q ' starts good.service$' <<<"$out"
run --timer twice
check 'one that counts from its start' bash -c '[ "$1" = 0 ] && grep -qF " next $3 after the boot " <<<"$2"' _ "$status" "$out" "$(systemctl show --property=NextElapseUSecMonotonic --value twice.timer)"
run --timer gone.timer
check 'one that has run out has no next run' bash -c '[ "$1" = 1 ] && grep -q "NO NEXT RUN" <<<"$2"' _ "$status" "$out"
run
check 'in all something is wrong' test "$status" -eq 1
check 'a service that failed' grep -q 'LAST RUN FAILED (exit-code)' <<<"$(line bad)"
check 'a good one has no mark' test -z "$(line good | grep -E 'FAILED|NO NEXT|NOT ACTIVE')"
systemctl stop good.timer
run --timer good
check 'one that is stopped' bash -c '[ "$1" = 1 ] && grep -q "NOT ACTIVE" <<<"$2"' _ "$status" "$out"
run --timer absent
check 'one that is not there is refused' test "$status" -eq 3
finish
