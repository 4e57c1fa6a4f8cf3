#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

(ulimit -Sn 40; exec python3 -c '
import time
f = [open("/dev/null") for _ in range(20)]
print("open", flush=True); time.sleep(300)
') >.open &
pid=$!
await test -s .open
count=$(ls /proc/$pid/fd | wc -l)
run --limit 1
check 'the process with the most is shown, with its limit and how near it is' \
  grep -Eqx " +$count +$pid +40 +$((100 * count / 40))%  python3" <<<"$out"
check 'only one is' test "$(grep -Ec '^ +[0-9]+ +[0-9]+ ' <<<"$out")" -eq 1
check 'the whole host is told' grep -Eq '^whole host: [0-9]+ file handles of at most [0-9]+$' <<<"$out"
(ulimit -Sn 20; exec python3 -c '
import time
f = [open("/dev/null") for _ in range(9)]
print("open", flush=True); time.sleep(300)
') >.small &
small=$!
await test -s .small
run --limit 1
check 'one that has fewer and is nearer to its limit follows' grep -Eq " +$small +20 +[5-9][0-9]%  python3" <<<"$(sed '1,/^fewer/d' <<<"$out")"
kill "$small"
setpriv --reuid nobody --clear-groups bash "$SCRIPT" >.out
check 'what an ordinary user cannot see is told' grep -Eq '^not counted: [1-9][0-9]* of' .out
kill "$pid"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
