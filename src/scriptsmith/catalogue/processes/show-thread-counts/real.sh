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
check 'with the limits of the kernel' grep -Eq "^kernel.pid_max: $(cat /proc/sys/kernel/pid_max) \(0% used by these\)" <<<"$out"
kill "$pid"
useradd guest
su guest -s /bin/bash -c 'ulimit -u 60; exec python3 -c "
import threading, time
for _ in range(55): threading.Thread(target=time.sleep, args=(300,)).start()
"' &
of_guest() { pid=$(pgrep -u guest python3) && [ "$(compgen -G "/proc/$pid/task/*" | wc -l)" -eq 56 ]; }
await of_guest
run --limit 1
check 'a user who is near to nproc is told' grep -q "NEAR THE LIMIT: 5[67] tasks of user guest, and process $pid may begin more up to 60 (nproc)" <<<"$out"
kill "$pid"
su guest -s /bin/bash -c 'ulimit -u 60; for _ in {1..52}; do sleep 300 & done; exec sleep 301' &
many() { [ "$(pgrep -c -u guest -x sleep)" -eq 53 ]; }
await many
run --limit 1
check 'so is one who has many processes of one thread, none of which is shown' grep -Eqx 'NEAR THE LIMIT: 5[0-9] tasks of user guest, and process [0-9]+ may begin more up to 60 \(nproc\)' <<<"$out"
# shellcheck disable=SC2046
kill $(pgrep -u guest -x sleep)
use cgroups
mount_control_groups && make_group
group=$(compgen -G "/sys/fs/cgroup/pids/$MACHINE_GROUP" || echo "/sys/fs/cgroup/$MACHINE_GROUP")
[[ $group == */pids/* ]] || echo +pids >"$group/cgroup.subtree_control"
mkdir "$group/full" && echo 2 >"$group/full/pids.max"
bash -c 'echo $$ >"$1/full/cgroup.procs" && sleep 300 & exec sleep 301' _ "$group" 2>/dev/null &
bash -c 'echo $$ >"$1/full/cgroup.procs"; sleep 3; (sleep 3) & (sleep 3) & wait' _ "$group" 2>/dev/null &
await grep -q '^max [1-9]' "$group/full/pids.events"
mkdir -p "$group/outer/inner" && echo 2 >"$group/outer/pids.max"
[[ $group == */pids/* ]] || echo +pids >"$group/outer/cgroup.subtree_control"
bash -c 'echo $$ >"$1/outer/inner/cgroup.procs"; for _ in 1 2 3; do sleep 0.3 & done; wait' _ "$group" 2>/dev/null
await bash -c '[ "$(cat "$1/outer/pids.current")" = 0 ]' _ "$group"
run
told=$out
remove_group
check 'a limit of the group above that was met is told, too' grep -Eqx "HAS BEEN AT A LIMIT: [0-9]+ times, in the control group $MACHINE_GROUP/outer(/inner)? \\(now 0\\); the nearest limit is 2, of $MACHINE_GROUP/outer" <<<"$told"
check 'a control group that is at its limit is told' grep -Eq "^(NEAR THE LIMIT: [0-9]+ of 2 tasks in|HAS BEEN AT A LIMIT: .* in) the control group $MACHINE_GROUP/full" <<<"$told"
for mode in 1 2; do
  mount -o remount,hidepid=$mode /proc
  setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
  check "where /proc hides the processes of others (hidepid=$mode) that is said" test "$status:$(grep -c hidepid .err)" = 3:1
done
finish
