#!/usr/bin/env bash
. "$HARNESS"

stub systemctl <<'EOF'
[ ! -e .dead ] || { echo 'System has not been booted with systemd' >&2; exit 1; }
name=${*: -1}
props() { printf '%s\n' "$@"; }
case "$*" in
  'list-units --all --type=timer --plain --no-legend --no-pager') [ -e .none ] || cat .list ;;
  'show --property=LoadState --value -- '*) grep -q "^$name " .list && echo loaded || echo not-found ;;
  'list-unit-files --type=timer --plain --no-legend --no-pager') cat .files ;;
  'show --property=ActiveState,Result,'*)
    props ConditionTimestampMonotonic=712
    case $name in skipped.service) props ConditionResult=no ;; *) props ConditionResult=yes ;; esac
    case $name in
      backup.service) props ActiveState=failed Result=exit-code InactiveExitTimestampMonotonic=711 ;;
      busy.service) props ActiveState=activating Result=success InactiveExitTimestampMonotonic=711 ;;
      night.service | skipped.service | fresh.service) props ActiveState=inactive Result=success InactiveExitTimestampMonotonic=0 ;;
      *) props ActiveState=inactive Result=success InactiveExitTimestampMonotonic=711 ;;
    esac
    ;;
  'show --property=ActiveState,'*)
    case $name in
      logrotate.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 00:00:00 UTC' NextElapseUSecMonotonic= 'LastTriggerUSec=Sat 2024-05-25 00:00:00 UTC' Unit=logrotate.service ;;
      tmp.timer) props ActiveState=active NextElapseUSecRealtime= 'NextElapseUSecMonotonic=1d 15min' LastTriggerUSec= Unit=tmp.service ;;
      backup.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 03:00:00 UTC' NextElapseUSecMonotonic= 'LastTriggerUSec=Sat 2024-05-25 03:00:00 UTC' Unit=backup.service ;;
      night.timer | skipped.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 03:00:00 UTC' NextElapseUSecMonotonic= 'LastTriggerUSec=Sat 2024-05-25 03:00:00 UTC' Unit="${name%.*}.service" ;;
      fresh.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 03:00:00 UTC' NextElapseUSecMonotonic= LastTriggerUSec= Unit=fresh.service ;;
      once.timer) props ActiveState=active NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity 'LastTriggerUSec=Sat 2024-05-25 03:00:00 UTC' Unit=once.service ;;
      busy.timer) props ActiveState=active NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity LastTriggerUSec= Unit=busy.service ;;
      off.timer) props ActiveState=inactive NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity LastTriggerUSec= Unit=off.service ;;
    esac ;;
  *) exit 1 ;;
esac
EOF
list() { for n; do echo "$n.timer loaded active waiting Something of $n"; done >.list; }
list logrotate tmp busy
printf '%s\n' 'logrotate.timer enabled enabled' 'tmp.timer static -' 'pg_dump@.timer disabled enabled' 'backup-all.timer disabled enabled' >.files
echo 'ghost.timer not-found inactive dead ghost.timer' >>.list

run
check 'timers in order succeed' test "$status" -eq 0
check 'the next run is shown' grep -Eqx 'logrotate.timer +next Sun 2024-05-26 00:00:00 UTC +last Sat 2024-05-25 00:00:00 UTC +starts logrotate.service' <<<"$out"
check 'a timer that counts from the start is shown' grep -Eq '^tmp.timer +next 1d 15min after the boot +last none since the boot ' <<<"$out"
check 'one that is not there is left out, one whose unit runs is in order' grep -qx '3 timers of the system, 0 findings; cron jobs and timers of users are not looked at' <<<"$out"
check 'one that nobody enabled is told, a template is not' test "$(tail -n 1 <<<"$out")" = 'installed, but not loaded, so they do not run: backup-all.timer (disabled)'
list night skipped fresh
run
check 'how a run before the boot ended is not known' grep -q '^night.timer .*  OUTCOME NOT KNOWN (its unit has not run since the boot)$' <<<"$out"
check 'one that a condition kept from running is marked' grep -q '^skipped.timer .*  DID NOT RUN (a condition of its unit)$' <<<"$out"
check 'one that is not due yet is not' grep -q '^fresh.timer .* starts fresh.service$' <<<"$out"
: >.files
list logrotate backup once off
run
check 'a failed run is a failure' test "$status" -eq 1
check 'and is marked' grep -q '^backup.timer .*LAST RUN FAILED (exit-code)$' <<<"$out"
check 'no next run is marked' grep -q '^once.timer .*NO NEXT RUN$' <<<"$out"
check 'a timer that is off is marked' grep -q '^off.timer .*NOT ACTIVE$' <<<"$out"
check 'they are counted' grep -qx '4 timers of the system, 3 findings; cron jobs and timers of users are not looked at' <<<"$out"
run --timer logrotate
check 'one timer alone' bash -c '[ "$1" -eq 0 ] && grep -qx "1 timers of the system, 0 findings; cron jobs and timers of users are not looked at" <<<"$2"' _ "$status" "$out"
run --timer ghost2
check 'a missing timer is refused, and where else it may be is told' test "$status:$(grep -c 'the system has no timer ghost2.timer; those of users' <<<"$err")" = 3:1
touch .none
run
check 'that there are none is all that is said then' test "$out" = 'there are no timers'
echo 'backup-all.timer disabled enabled' >.files
run
check 'unless one is installed' test "$out" = $'there are no timers that are loaded\ninstalled, but not loaded, so they do not run: backup-all.timer (disabled)'
: >.files
run
check 'no timers is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "there are no timers" <<<"$2"' _ "$status" "$out"
touch .dead
run
check 'a host without systemd is refused' test "$status" -eq 3
run --timer --all
check 'an option is no timer' test "$status" -eq 2
run --timer 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --timer '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT"  >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
