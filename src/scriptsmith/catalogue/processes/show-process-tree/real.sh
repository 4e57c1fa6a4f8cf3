#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

bash -c 'bash -c "sleep 300 & sleep 301; :" & sleep 302; :' &
top=$!
await bash -c '[ "$(pgrep -c -x sleep)" -eq 3 ]'
middle=$(pgrep -P "$top" -x bash)
run --pid "$middle"
check 'the process is marked' grep -Eq "^> +$middle root S" <<<"$out"
check 'its parents are above' bash -c 'sed -n 1p <<<"$1" | grep -q "^  1 root"' _ "$out"
check 'in order' grep -A1 "^ .* $top root" <<<"$out"
check 'both children are below it, its brother is not' bash -c '[ "$(grep -c " sleep$" <<<"$1")" = 2 ] && [ "$(tail -n 1 <<<"$1")" = "process $2 has 2 descendants" ]' _ "$out" "$middle"
run --pid "$top"
check 'all descendants are counted' grep -qx "process $top has 4 descendants" <<<"$out"
# shellcheck disable=SC2046
kill $(pgrep -x sleep) 2>/dev/null
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --pid 1 >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
