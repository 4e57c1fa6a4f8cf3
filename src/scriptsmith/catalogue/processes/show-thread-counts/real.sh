#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

python3 -c '
import threading, time
for _ in range(50): threading.Thread(target=time.sleep, args=(300,)).start()
' &
pid=$!
await bash -c '[ "$(ls /proc/'"$pid"'/task | wc -l)" -eq 51 ]'
run --limit 1
check 'the process with the most threads is shown' grep -Eqx " +51 +$pid  root +python3" <<<"$out"
total=$(sed -n 's/.* with \([0-9]*\) threads$/\1/p' <<<"$out")
check 'all threads are counted' bash -c '[ "$1" -ge 53 ] && [ "$1" -le 65 ]' _ "$total"
check 'with the limits of the kernel' grep -Eq "^kernel.pid_max: $(cat /proc/sys/kernel/pid_max) \(0% used\)" <<<"$out"
kill "$pid"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
