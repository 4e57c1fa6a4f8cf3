#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

sleep 300 &
sleep 1.2
sleep 301 &
run --limit 1000
check 'the older one stands before the younger one' test "$(awk '/ sleep$/ { print $5 }' <<<"$out" | head -n 1)" = "$(pgrep -o -x sleep)"
run --limit 1
check 'as many as wanted' test "$(grep -c '^ ' <<<"$(sed 1d <<<"$out")")" -eq 1
run --hours 1
check 'none is older than an hour in a fresh machine' grep -qx 'no process is older than 1 hours' <<<"$out"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
