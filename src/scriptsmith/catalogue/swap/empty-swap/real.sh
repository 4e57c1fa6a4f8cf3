#!/usr/bin/env bash
. "$HARNESS"
use swap
use cgroups
held() { sed -n 's/^VmSwap:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$pager/status"; } # what of the process is swapped out, in KiB
order() { swapon --show=PRIO,NAME --noheadings | sort -nr | awk '{ print $1, $2 }'; }
run
check 'a host without swap is no failure' bash -c '[ "$1" = 0 ] && grep -q "^no swap is in use" <<<"$2"' _ "$status" "$out"
swap_file first 32
swap_file second 32
swap_file 'a third' 16 --priority 7
page_out 32
before=$(order)
check 'something is in it' test "$(held)" -gt 20000

run --dry-run
check 'a dry run turns nothing off' test "$(order)" = "$before" -a "$(held)" -gt 20000
mkdir few && cp /proc/swaps /proc/mounts few/ && printf 'MemTotal: 1000000 kB\nMemAvailable: 110000 kB\n' >few/meminfo
run --proc-root few
check 'with too little memory it is refused' test "$status" -eq 3 -a "$(held)" -gt 20000
run
check 'it succeeds' test "$status" -eq 0
check 'what was swapped out is in memory again' test "$(held)" -lt 1000
check 'the same areas are in use, in the same order' test "$(order)" = "$before"
check 'what was in it is still there' kill -0 "$pager"
page_in
# Half of what this holds is swapped out, for its group may not hold more.
groups=/sys/fs/cgroup limit=memory.max
mount_control_groups
make_group
if [[ -d $groups/memory ]]; then groups=$groups/memory limit=memory.limit_in_bytes; fi
box=$groups/$MACHINE_GROUP/box
[[ $limit != memory.max ]] || echo +memory | tee $groups/cgroup.subtree_control $groups/$MACHINE_GROUP/cgroup.subtree_control >/dev/null
mkdir "$box" && echo 24M >"$box/$limit"
python3 -c '
import mmap, sys, time
open(sys.argv[1] + "/cgroup.procs", "w").write("0")
area = mmap.mmap(-1, 48 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for at in range(0, 48 << 20, 4096): area[at] = 1
open("/run/held", "w").close()
time.sleep(300)' "$box" &
boxed=$!
await test -e /run/held
run
check 'a group that could not hold what it has swapped out is a refusal' test "$status:$(grep -c "control group $box would come back above its limit of 24 MiB" <<<"$err")" = 3:1
check 'and nothing in it is killed' kill -0 "$boxed"
echo 100M >"$box/$limit"
run
check 'with room below the limit it succeeds' test "$status" -eq 0
check 'and what was in the group lives' kill -0 "$boxed"
kill "$boxed" && wait "$boxed" 2>/dev/null
remove_group
swapoff /mnt/swap/first /mnt/swap/second '/mnt/swap/a third'
finish
