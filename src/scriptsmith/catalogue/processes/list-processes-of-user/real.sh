#!/usr/bin/env bash
# packages: procps python3-minimal
. "$HARNESS"
ran_on procps "$(ps --version | sed 's/.* //')"

useradd --create-home worker
setpriv --reuid worker --clear-groups sleep 300 &
setpriv --reuid worker --clear-groups python3 -c 'import threading, time; x = bytearray(60 << 20); threading.Thread(target=time.sleep, args=(300,), daemon=True).start(); print("big", flush=True); time.sleep(300)' >.big &
await test -s .big
run --user worker
check 'the largest is the first' bash -c 'sed -n 2p <<<"$1" | grep -Eq "^ +[67][0-9] MiB +[0-9]+ .* python3$"' _ "$out"
check 'then the other' grep -Eq '^ +[0-9] MiB +[0-9]+ .* sleep$' <<<"$(sed -n 3p <<<"$out")"
check 'they are summed' grep -Eq '^2 processes of user worker: [67][0-9] MiB memory' <<<"$out"
check 'their threads are counted' grep -q ' s CPU time, 3 threads (' <<<"$out"
run --user "$(id -u worker)"
check 'by number, too' grep -q '^2 processes' <<<"$out"
cp "$(command -v sleep)" /usr/bin/rise && chmod 4755 /usr/bin/rise
setpriv --reuid worker --clear-groups /usr/bin/rise 300 &
await pgrep -x rise
run --user worker
check 'one that it started with the rights of root is listed, too' bash -c 'grep -q "^3 processes" <<<"$1" && grep -q " rise$" <<<"$1"' _ "$out"
check 'none of these is in a container' test "$(grep -c 'in a container' <<<"$out")" -eq 0
unshare --pid --fork setpriv --reuid worker --clear-groups sleep 301 &
await pgrep -xf 'sleep 301'
run --user worker
check 'one in a container is told as such' bash -c 'grep -q "^4 processes" <<<"$1" && [ "$(grep -c " sleep  (in a container" <<<"$1")" = 1 ]' _ "$out"
run --user games
check 'a user without processes' grep -qx 'user games has no process' <<<"$out"
run --user nobodyatall
check 'one that does not exist is refused' test "$status" -eq 3
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --user root >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
