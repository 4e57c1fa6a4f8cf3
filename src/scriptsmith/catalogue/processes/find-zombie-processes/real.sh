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
python3 -c '
import ctypes, threading, time
threading.Thread(target=time.sleep, args=(300,)).start()
ctypes.CDLL(None).pthread_exit(None)
' &
half=$!
await grep -q '^State:.Z' "/proc/$half/status"
run
check 'one whose other threads run is no zombie' bash -c 'grep -q "^no zombie, though ps calls it one: $2 (python3)" <<<"$1" && grep -qx "no zombie processes" <<<"$1"' _ "$out" "$half"
kill -9 "$half"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
