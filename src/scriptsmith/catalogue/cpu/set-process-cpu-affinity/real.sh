#!/usr/bin/env bash
# packages: util-linux procps python3-minimal
. "$HARNESS"
ran_on util-linux "$(taskset --version | sed 's/.* //')"

cores=$(cat /sys/devices/system/cpu/online)
[[ $cores != 0 ]] || { echo 'a host with one core has nothing to pin' >&2; exit 1; }
python3 -c '
import threading, time
for _ in range(3): threading.Thread(target=time.sleep, args=(300,)).start()
' &
pid=$!
await bash -c '[ "$(ls /proc/'"$pid"'/task | wc -l)" -eq 4 ]'
lists() { sed -n 's/^Cpus_allowed_list:\t//p' /proc/$pid/task/*/status | sort -u; }
run --pid "$pid" --cores 1 --dry-run
check 'a dry run says what it would do' grep -qx "would set: cores 1 for 4 threads of process $pid" <<<"$out"
check 'and changes nothing' test "$(lists)" = "$cores"
for wrong in 0,4095 4000 0-4000; do
  run --pid "$pid" --cores "$wrong"
  check "$wrong: a core that is not there is refused" test "$status" -eq 3
done
check 'and nothing of it is set' test "$(lists)" = "$cores"
one=$(ls /proc/$pid/task | tail -n 1)
taskset -c -p 0 "$one" >/dev/null
run --pid "$pid" --cores 1
check 'it succeeds' test "$status" -eq 0
check 'all threads run there only' test "$(lists)" = 1
check 'each thread can be set back to what it had' test "$(grep -c '^undo: ' <<<"$out")" -eq 4
run --pid "$pid" --cores 1
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
run --pid "$pid" --cores 0
sed -n 's/^undo: //p' <<<"$out" | bash >/dev/null
check 'by the commands that are printed' test "$(lists)" = 1
check 'it has started no other' test "$(grep -c 'that it has started' <<<"$out")" -eq 0
kill "$pid"
wait "$pid" 2>/dev/null
bash -c 'sleep 300 & echo $! >/run/child; wait' &
parent=$!
await test -s /run/child
run --pid "$parent" --cores 1
child=$(cat /run/child)
check 'a process that it has started is named' grep -qx "note: processes that it has started keep their own cores: $child" <<<"$out"
check 'and keeps its cores' test "$(sed -n 's/^Cpus_allowed_list:\t//p' "/proc/$child/status")" = "$cores"
kill "$parent" "$child"
run --pid "$pid" --cores 1
check 'a process that is not there is refused' test "$status" -eq 3
finish
