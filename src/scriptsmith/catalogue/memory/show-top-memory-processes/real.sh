#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

python3 -c 'import time; x = bytearray(150 << 20); print("big", flush=True); time.sleep(300)' >.big &
big=$!
sleep 300 &
await test -s .big
run --limit 1
check 'the largest is the first' grep -Eq "^ *$big .*python3" <<<"$out"
check 'it alone' bash -c '! grep -q "sleep 300" <<<"$1"' _ "$out"
kill "$big"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
