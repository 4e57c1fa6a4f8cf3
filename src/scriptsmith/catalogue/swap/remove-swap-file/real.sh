#!/usr/bin/env bash
. "$HARNESS"
use swap
use cgroups
ln -s /mnt/swap /data
swap_file one 64
swap_file other 64 --priority 5
printf '/data/one none swap sw 0 0\n' >/etc/fstab
page_out 24
cp /mnt/swap/other /mnt/swap/third

run --file /data/one --fstab /etc/fstab --dry-run
check 'a dry run turns nothing off' grep -qx /mnt/swap/one <<<"$(swapon --show=NAME --noheadings)"
check 'the line in fstab is pointed out' grep -q '^note: remove its line from /etc/fstab' <<<"$out"
page_in
page_out 8
run --file /mnt/swap/other
check 'one that holds something is emptied first' bash -c '[ "$1" = 0 ] && grep -Eq "^/mnt/swap/other holds ([89]|1[0-9]) MiB" <<<"$2"' _ "$status" "$out"
check 'what was in it is still there' kill -0 "$pager"
run --file /mnt/swap/none --fstab /etc/fstab
check 'one that is not there does not pass for the one that is in use' grep -qx 'note: another swap file is in use: /mnt/swap/one' <<<"$out"
run --file /data/one
check 'by a link in its path it succeeds too' test "$status" -eq 0
check 'both are off' test -z "$(swapon --show=NAME --noheadings)"
check 'and deleted' test ! -e /mnt/swap/one -a ! -e /mnt/swap/other
run --file /data/one
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^not there" <<<"$2"' _ "$status" "$out"
run --file /mnt/swap/third
check 'one that is off already is deleted' test ! -e /mnt/swap/third
truncate -s 64M /mnt/swap/plain
run --file /mnt/swap/plain
check 'a file that is no swap is refused' bash -c '[ "$1" = 3 ] && [ -e /mnt/swap/plain ]' _ "$status"
swap_file proc 64
mkdir few && cp /proc/swaps /proc/mounts few/ && printf 'MemTotal: 1000000 kB\nMemAvailable: 90000 kB\n' >few/meminfo
run --file /mnt/swap/proc --proc-root few
check 'with too little memory it is refused' test "$status" -eq 3
check 'and stays in use' grep -qx /mnt/swap/proc <<<"$(swapon --show=NAME --noheadings)"
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
run --file /mnt/swap/proc
check 'a group that could not hold what it has swapped out is a refusal' test "$status:$(grep -c "control group $box would come back above its limit of 24 MiB" <<<"$err")" = 3:1
check 'and nothing in it is killed' kill -0 "$boxed"
swap_file beside 64
run --file /mnt/swap/proc
check 'another area takes what the group may not hold' test "$status" -eq 0 -a ! -e /mnt/swap/proc
check 'and what was in the group lives' kill -0 "$boxed"
kill "$boxed" && wait "$boxed" 2>/dev/null
remove_group
swapoff /mnt/swap/beside
finish
