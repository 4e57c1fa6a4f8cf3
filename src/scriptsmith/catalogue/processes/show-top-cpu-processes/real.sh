#!/usr/bin/env bash
# packages: procps
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

(while :; do :; done) &
busy=$!
sleep 300 &
run --seconds 2 --limit 2
check 'the busy one is the first' grep -Eq "^ +$busy  root " <<<"$(sed -n 3p <<<"$out")"
check 'with what it took' bash -c 'sed -n 3p <<<"$1" | awk "{ exit !(\$3 > 1 && \$3 < 110) }"' _ "$out"
check 'an idle one is not shown' bash -c '! grep -q "sleep 300" <<<"$1"' _ "$out"
kill "$busy"
(while :; do sh -c 'n=0; while [ $n -lt 3000 ]; do n=$((n + 1)); done'; done) &
busy=$!
run --seconds 3
check 'programs that end at once are told as what is missing' grep -Eq '^not in this list: [1-9][0-9.]*%, by programs' <<<"$out"
kill "$busy"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --seconds 1 >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
