#!/usr/bin/env bash
. "$HARNESS"

stub systemctl <<'EOF'
[ ! -e .dead ] || { echo 'System has not been booted with systemd' >&2; exit 1; }
name=${*: -1}
props() { printf '%s\n' "$@"; }
case "$*" in
  'list-units --all --type=timer --plain --no-legend --no-pager') [ -e .none ] || cat .list ;;
  'show --property=LoadState --value -- '*) grep -q "^$name " .list && echo loaded || echo not-found ;;
  'show --property=ActiveState,Result -- backup.service') props ActiveState=failed Result=exit-code ;;
  'show --property=ActiveState,Result -- busy.service') props ActiveState=activating Result=success ;;
  'show --property=ActiveState,Result -- '*) props ActiveState=inactive Result=success ;;
  'show --property=ActiveState,'*)
    case $name in
      logrotate.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 00:00:00 UTC' NextElapseUSecMonotonic= 'LastTriggerUSec=Sat 2024-05-25 00:00:00 UTC' Unit=logrotate.service ;;
      tmp.timer) props ActiveState=active NextElapseUSecRealtime= 'NextElapseUSecMonotonic=1d 15min' LastTriggerUSec= Unit=tmp.service ;;
      backup.timer) props ActiveState=active 'NextElapseUSecRealtime=Sun 2024-05-26 03:00:00 UTC' NextElapseUSecMonotonic= 'LastTriggerUSec=Sat 2024-05-25 03:00:00 UTC' Unit=backup.service ;;
      once.timer) props ActiveState=active NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity 'LastTriggerUSec=Sat 2024-05-25 03:00:00 UTC' Unit=once.service ;;
      busy.timer) props ActiveState=active NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity LastTriggerUSec= Unit=busy.service ;;
      off.timer) props ActiveState=inactive NextElapseUSecRealtime= NextElapseUSecMonotonic=infinity LastTriggerUSec= Unit=off.service ;;
    esac ;;
  *) exit 1 ;;
esac
EOF
list() { for n; do echo "$n.timer loaded active waiting Something of $n"; done >.list; }
list logrotate tmp busy
echo 'ghost.timer not-found inactive dead ghost.timer' >>.list

run
check 'timers in order succeed' test "$status" -eq 0
check 'the next run is shown' grep -Eqx 'logrotate.timer +next Sun 2024-05-26 00:00:00 UTC +last Sat 2024-05-25 00:00:00 UTC +starts logrotate.service' <<<"$out"
check 'a timer that counts from the start is shown' grep -Eq '^tmp.timer +next 1d 15min after the boot +last never' <<<"$out"
check 'one that is not there is left out, one whose unit runs is in order' grep -qx '3 timers, 0 findings' <<<"$out"
list logrotate backup once off
run
check 'a failed run is a failure' test "$status" -eq 1
check 'and is marked' grep -q '^backup.timer .*LAST RUN FAILED (exit-code)$' <<<"$out"
check 'no next run is marked' grep -q '^once.timer .*NO NEXT RUN$' <<<"$out"
check 'a timer that is off is marked' grep -q '^off.timer .*NOT ACTIVE$' <<<"$out"
check 'they are counted' grep -qx '4 timers, 3 findings' <<<"$out"
run --timer logrotate
check 'one timer alone' bash -c '[ "$1" -eq 0 ] && grep -qx "1 timers, 0 findings" <<<"$2"' _ "$status" "$out"
run --timer ghost2
check 'a missing timer is refused' test "$status" -eq 3
touch .none
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
