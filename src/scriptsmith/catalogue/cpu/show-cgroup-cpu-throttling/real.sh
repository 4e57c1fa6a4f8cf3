#!/usr/bin/env bash
. "$HARNESS"
use cgroups
mount_control_groups
if [[ -e /sys/fs/cgroup/cgroup.controllers ]]; then top=/sys/fs/cgroup; else top=/sys/fs/cgroup/cpu; fi
make_group
trap 'join_group; remove_group' EXIT
mine=$top/$MACHINE_GROUP
limit() { # GROUP MICROSECONDS of 100000
  mkdir -p "$mine/$1"
  if [[ -e $mine/$1/cpu.max ]]; then echo "$2 100000" >"$mine/$1/cpu.max"; else echo "$2" >"$mine/$1/cpu.cfs_quota_us"; fi
}
[[ ! -e $mine/cgroup.subtree_control ]] || { echo +cpu >/sys/fs/cgroup/cgroup.subtree_control; echo +cpu >"$mine/cgroup.subtree_control"; }
ran_on Linux "$(uname --kernel-release | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')"
limit tight 2000 # of a host with many at work it gets little anyway
limit 'wide one' 5000000
burn() { sh -c 'echo $$ >"$0/cgroup.procs"; timeout "$1" sh -c "while :; do :; done"' "$mine/$1" "$2"; }
limit former 2000
burn former 2
burn tight 16 &
burn 'wide one' 3 &
wait %2
run --limit 500
wait %1
row=$(grep "/$MACHINE_GROUP/tight$" <<<"$out")
check 'it succeeds' test "$status" -eq 0
check 'a group that was held back is shown, with its limit in cores' test "$(awk '{ print $5 }' <<<"$row")" = 0.02
check 'in nearly all of its periods, now and ever' test "$(awk '{ print ($1 + 0 > 70 && $1 + 0 <= 101 && $2 + 0 > 70 && $2 + 0 <= 100) }' <<<"$row")" = 1
check 'for most of the time' test "$(awk '{ print ($3 >= 5 && $3 <= 16) }' <<<"$row")" = 1
check 'one that was held back before is told apart' test "$(grep "/$MACHINE_GROUP/former$" <<<"$out" | awk '{ print $1, ($2 + 0 > 50) }')" = '0.0% 1'
check 'one whose limit is wide is not' test -z "$(grep 'wide one' <<<"$out")"
check 'but counts among those with a limit' grep -qE '^[1-9][0-9]* of ([2-9]|[1-9][0-9]+) groups with a CPU limit were throttled, [1-9][0-9]* of them in these 10 seconds$' <<<"$out"
finish
