#!/usr/bin/env bash
# packages: util-linux procps python3-minimal
. "$HARNESS"
use cgroups
ran_on util-linux "$(renice --version | sed 's/.* //')"

cp "$(command -v python3)" worker
./worker -c '
import threading, time
for _ in range(2): threading.Thread(target=time.sleep, args=(300,)).start()
' &
pid=$!
await bash -c '[ "$(ls /proc/'"$pid"'/task | wc -l)" -eq 3 ]'
sleep 300 &
other=$!
values() { ps -L -p "$1" -o ni= | xargs; }
renice --priority 15 -p "$(ls /proc/$pid/task | tail -n 1)" >/dev/null
run --name worker --dry-run
check 'a dry run says what would change' test "$(grep -c "^would renice: process $pid thread [0-9]* from 0 to 10$" <<<"$out")" -eq 2
check 'and changes nothing' test "$(values "$pid")" = '0 0 15'
run --name worker
check 'it succeeds' test "$status" -eq 0
check 'each thread is as nice as wanted, and a nicer one stays' test "$(values "$pid")" = '10 10 15'
check 'other processes stay' test "$(values "$other")" = 0
run --name worker
check 'a second run changes nothing' grep -qx '0 changed, 3 nice enough already, 0 failed' <<<"$out"
run --name work
check 'no process of that name is refused' test "$status" -eq 3
mkdir -p /sys/fs/cgroup; mount_control_groups; make_group
group() { [ "$(grep -c "^note: the kernel shares the CPU between control groups first: .* of /$1, where process $pid is$" <<<"$out")" = "$2" ]; }
run --name worker --dry-run
check 'outside of control groups none is told' group '.*' 0
cpu=/sys/fs/cgroup/cpu; [ -e $cpu ] || cpu=/sys/fs/cgroup
[ $cpu != /sys/fs/cgroup ] || echo +cpu >$cpu/cgroup.subtree_control
echo "$pid" >"$cpu/$MACHINE_GROUP/cgroup.procs"
run --name worker --dry-run
check 'in one it is, in which alone the value counts' group "$MACHINE_GROUP" 1
kill "$pid" "$other"; wait "$pid" 2>/dev/null
remove_group
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --name sleep >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
