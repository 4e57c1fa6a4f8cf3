#!/usr/bin/env bash
. "$HARNESS"
use systemd
service() { printf '[Service]\nType=oneshot\nExecStart=%s\n' "$2" >"/etc/systemd/system/$1.service"; }
timer() { printf '[Timer]\n%s\n' "$2" >"/etc/systemd/system/$1.timer"; }
line() { grep "^$1.timer " <<<"$out"; }
for each in good late gone twice night idle skipped; do service $each /bin/true; done
service bad /bin/false
timer good 'OnCalendar=*-*-* 03:00:00'
timer late OnUnitActiveSec=1h
timer bad $'OnActiveSec=0\nOnCalendar=yearly\nAccuracySec=1ms'
timer twice $'OnActiveSec=1h\nUnit=good.service'
timer gone $'OnActiveSec=0\nAccuracySec=1ms'
timer idle $'OnCalendar=yearly\n[Install]\nWantedBy=timers.target'
timer night $'OnCalendar=yearly\nPersistent=true'
timer skipped $'OnActiveSec=0\nOnCalendar=yearly\nAccuracySec=1ms'
printf '[Unit]\nConditionPathExists=/nowhere\n' >>/etc/systemd/system/skipped.service
mkdir -p /var/lib/systemd/timers
touch -d '1 hour ago' /var/lib/systemd/timers/stamp-night.timer # as a run before the boot leaves it
ln -s /dev/null /etc/systemd/system/masked.timer
systemctl daemon-reload
systemctl start {good,late,bad,twice,gone,night,skipped}.timer good.service
await bash -c '[ -n "$(systemctl show --property=LastTriggerUSec --value skipped.timer)" ]'
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
check 'a run before the boot, whose outcome nobody knows, is no success' grep -q '  OUTCOME NOT KNOWN (its unit has not run since the boot)$' <<<"$(line night)"
check 'one that a condition kept from running did not run' grep -q '  DID NOT RUN (a condition of its unit)$' <<<"$(line skipped)"
check 'one that is installed, and nobody enabled, is told' grep -q '^installed, but not loaded.* idle.timer (disabled)' <<<"$out"
check 'a service that failed' grep -q 'LAST RUN FAILED (exit-code)' <<<"$(line bad)"
check 'a good one has no mark' test -z "$(line good | grep -E 'FAILED|NO NEXT|NOT ACTIVE')"
systemctl stop good.timer
run --timer good
check 'one that is stopped' bash -c '[ "$1" = 1 ] && grep -q "NOT ACTIVE" <<<"$2"' _ "$status" "$out"
run --timer masked
check 'one that is masked is told as such' test "$status:$(grep -c 'masked.timer is masked' <<<"$err")" = 3:1
run --timer absent
check 'one that is not there is refused' test "$status" -eq 3
finish
