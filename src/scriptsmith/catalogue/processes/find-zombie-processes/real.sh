#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

run
check 'a fresh machine has none' grep -qx 'no zombie processes' <<<"$out"
python3 -c '
import os, time
for _ in range(2):
    if os.fork() == 0: os._exit(0)
time.sleep(300)
' &
parent=$!
await bash -c '[ "$(ps -e -o stat= | grep -c ^Z)" -ge 2 ]'
run
check 'both are found' grep -qx 'zombie processes: 2' <<<"$out"
check 'each with its parent' test "$(grep -Ec "^ +[0-9]+ +$parent  root +0d 00:00:[0-9]+  python3" <<<"$out")" -eq 2
check 'the parent with how many it left' grep -Eqx " +2 +$parent  root +python3" <<<"$out"
check 'it succeeds' test "$status" -eq 0
kill "$parent"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
