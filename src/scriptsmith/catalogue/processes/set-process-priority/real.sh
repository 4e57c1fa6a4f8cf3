#!/usr/bin/env bash
# packages: util-linux procps python3-minimal
. "$HARNESS"
ran_on util-linux "$(renice --version | sed 's/.* //')"

python3 -c '
import threading, time
for _ in range(2): threading.Thread(target=time.sleep, args=(300,)).start()
' &
pid=$!
await bash -c '[ "$(ls /proc/'"$pid"'/task | wc -l)" -eq 3 ]'
values() { ps -L -p "$pid" -o ni= | xargs; }
last=$(ls /proc/$pid/task | tail -n 1)
renice --priority 3 -p "$last" >/dev/null
run --pid "$pid" --nice 5 --dry-run
check 'a dry run says what it would do' grep -qx "would set: nice value 5 for 3 threads of process $pid" <<<"$out"
check 'and changes nothing' test "$(values)" = '0 0 3'
run --pid "$pid" --nice 5
check 'it succeeds' test "$status" -eq 0
check 'all threads have it' test "$(values)" = '5 5 5'
check 'without children none is named' test "$(grep -c 'that it has started' <<<"$out")" -eq 0
if [ "$(cat /proc/sys/kernel/sched_autogroup_enabled)" = 1 ] && ! grep -qE ':(|.*,)cpu(|,.*):/.' "/proc/$pid/cgroup"; then
  command=$(sed -n 's/.*as root: //p' <<<"$out")
  bash <<<"$command"
  check 'where sessions share the CPU it tells how the session yields' grep -q ' nice 5$' "/proc/$pid/autogroup"
fi
undo=$(sed -n 's/^undo: //p' <<<"$out")
run --pid "$pid" --nice 5
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
bash <<<"$undo" >/dev/null
check 'each thread gets back what it had by the commands that are printed' test "$(values)" = '0 0 3'
run --pid 1
check 'init is refused' test "$status" -eq 3
run --pid "$pid" --nice -5
check 'taking from others is not offered' test "$status" -eq 2
kill "$pid"
use cgroups
mount_control_groups && make_group
group=$(compgen -G "/sys/fs/cgroup/cpu/$MACHINE_GROUP" || echo "/sys/fs/cgroup/$MACHINE_GROUP")
[[ -e $group/cpu.shares ]] || echo +cpu >"${group%/*}/cgroup.subtree_control"
bash -c 'echo $$ >"$1/cgroup.procs"; sleep 300 & echo $! >/run/child; wait' _ "$group" &
pid=$!
await test -s /run/child
run --pid "$pid" --nice 5
told=$out child=$(ps -o ni= -p "$(cat /run/child)")
remove_group
check 'that a control group has its own share is told' grep -q "the value counts within /$MACHINE_GROUP alone" <<<"$told"
check 'a process that it has started keeps its value' test "${child// /}" = 0
check 'and is named' grep -q "keep their own value: $(cat /run/child)$" <<<"$told"
finish
