#!/usr/bin/env bash
. "$HARNESS"
use cgroups
ran_on Linux "$(uname -r | sed 's/-.*//')"
mount_control_groups && make_group
group=$(compgen -G "/sys/fs/cgroup/memory/$MACHINE_GROUP" || echo "/sys/fs/cgroup/$MACHINE_GROUP")
top=${group%/*}
[[ $top == */memory ]] || echo +memory >"$group/cgroup.subtree_control"
mkdir "$group/big one" "$group/killed" "$group/free"
limit() { for file in memory.limit_in_bytes memory.max; do [[ ! -e $1/$file ]] || echo "$2" >"$1/$file"; done; }
limit "$group/big one" 400M && limit "$group/killed" 20M
inside() { bash -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' _ "$@" >/dev/null 2>&1; }
inside "$group/killed" tail /dev/zero # the kernel kills it
mkdir /run/data && mount -t tmpfs data /run/data
bash -c 'echo $$ >"$1/cgroup.procs" && exec head -c 300M /dev/zero >/run/data/file' _ "$group/big one"
run --limit 500
used=$(cat "$group/big one"/memory.{current,usage_in_bytes} 2>/dev/null)
cache=$(awk '/^(total_)?inactive_file / { v = $2 } END { print v + 0 }' "$group/big one/memory.stat")
row() { grep -E " $MACHINE_GROUP/$1\$" <<<"$out"; }
name=$(row 'big one') had=$(row killed) first=$out
rmdir "$group/killed" && mkdir "$group/killed" # as when a service is started again
run --limit 500
again=$(row killed)
rm /run/data/file && umount /run/data
remove_group
check 'it succeeds' test "$status" -eq 0
check 'a group is told with what it uses, its limit and the share of it' grep -Eq "^ *$(((used - cache) / 1048576)) MiB +$((cache / 1048576)) MiB +400 MiB +$((100 * (used - cache) / 419430400))% +0 " <<<"$name"
check 'what lies in a tmpfs counts' test "$used" -ge 314572800
check 'a kill is told' bash -c 'read -r _ _ _ _ limit _ _ kills _ <<<"$1" && [ "$limit $kills" = "20 1" ]' _ "$had"
check 'of a group that was made anew it is not, and that is said' bash -c 'read -r _ _ _ _ limit _ kills _ <<<"$1" && [ "$limit $kills" = "none 0" ] && grep -q " kills are counted since a group was made" <<<"$2"' _ "$again" "$out"
check 'one that is unlimited says so' bash -c 'read -r _ _ _ _ limit share kills _ <<<"$1" && [ "$limit $share $kills" = "none - 0" ]' _ "$(row free)"
check 'the one with the most stands first' bash -c 'sed -n "2,\$p" <<<"$1" | grep MiB | sort -s -C -k1,1nr' _ "$out"
check 'all groups that there are are counted' test "$(sed -n 's/ groups; .*//p' <<<"$out" | head -n 1)" -ge 4
check 'that kills happened is said' grep -q '^something was killed for lack of memory in [1-9]' <<<"$first"
run --limit 1
check 'no more than asked are shown' test "$(sed '/^smaller/,$d' <<<"$out" | grep -c ' MiB ')" -eq 1
finish
