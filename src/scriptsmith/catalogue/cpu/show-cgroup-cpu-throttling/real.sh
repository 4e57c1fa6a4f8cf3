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
burn() { sh -c 'echo $$ >"$0/cgroup.procs"; timeout 3 sh -c "while :; do :; done"' "$mine/$1"; }
burn tight &
burn 'wide one' &
wait %1 %2
run --limit 500
row=$(grep "/$MACHINE_GROUP/tight$" <<<"$out")
check 'it succeeds' test "$status" -eq 0
check 'a group that was held back is shown, with its limit in cores' test "$(awk '{ print $4 }' <<<"$row")" = 0.02
check 'in nearly all of its periods' test "$(awk '{ print ($1 + 0 > 70 && $1 + 0 <= 100) }' <<<"$row")" = 1
check 'for most of the time' test "$(awk '{ print ($2 >= 1 && $2 <= 4) }' <<<"$row")" = 1
check 'one whose limit is wide is not' test -z "$(grep 'wide one' <<<"$out")"
check 'but counts among those with a limit' grep -qE '^[1-9][0-9]* of ([2-9]|[1-9][0-9]+) groups with a CPU limit were throttled$' <<<"$out"
finish
