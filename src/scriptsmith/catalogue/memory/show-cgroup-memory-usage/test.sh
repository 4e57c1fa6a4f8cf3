#!/usr/bin/env bash
. "$HARNESS"

group() { # NAME USED MAX KILLS
  mkdir -p "sys/fs/cgroup/$1"
  echo "$2" >"sys/fs/cgroup/$1/memory.current"; echo "$3" >"sys/fs/cgroup/$1/memory.max"
  printf 'low 0\nhigh 0\nmax 9\noom %s\noom_kill %s\noom_group_kill 0\n' "$4" "$4" >"sys/fs/cgroup/$1/memory.events"
}
mkdir -p sys/fs/cgroup
echo 'cpu memory' >sys/fs/cgroup/cgroup.controllers
group system.slice 3221225472 max 2
group system.slice/app.service 966367641 1073741824 2
group 'kube $(touch pwned)' 10485760 max 0
run --sys-root sys
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first' grep -Eqx ' +3072 MiB +0 MiB +none +- +2  system.slice' <<<"$(sed -n 2p <<<"$out")"
check 'a limit is compared' grep -Eqx ' +921 MiB +0 MiB +1024 MiB +89% +2  system.slice/app.service' <<<"$out"
check 'one without kills is shown' grep -Eqx ' +10 MiB +0 MiB +none +- +0  kube .*' <<<"$out"
check 'they are counted' grep -q '^3 groups; each holds what its subgroups hold' <<<"$out"
check 'it is said since when kills are counted' grep -q ' kills are counted since a group was made' <<<"$out"
check 'kills are pointed out' grep -q 'lack of memory in 2 groups' <<<"$out"
check 'all of them stand in the list' test "$(grep -c '^smaller' <<<"$out")" -eq 0
group tiny 66060288 67108864 0; group full 67108864 67108864 0; group shot 1048576 max 4
echo 'inactive_file 33554432' >sys/fs/cgroup/full/memory.stat
run --sys-root sys --limit 2
check 'a small one near its limit or with kills is named, too' test "$(sed '1,/^smaller/d' <<<"$out" | awk '/MiB/ { print $NF }' | xargs)" = 'tiny shot'
check 'file cache that can be taken back does not count' test "$(grep -c ' full$' <<<"$out")" -eq 0
run --sys-root sys
check 'in the share of the limit' grep -Eqx ' +32 MiB +32 MiB +64 MiB +50% +0  full' <<<"$out"
group backup.service 10737418240 max 0; echo 'inactive_file 10000000000' >sys/fs/cgroup/backup.service/memory.stat
run --sys-root sys
check 'nor in the order, of one without a limit' test "$(grep -n -o -E '(system.slice|app.service|backup.service)$' <<<"$out" | cut -d: -f2 | xargs)" = 'system.slice app.service backup.service'
check 'it has a column' grep -Eqx ' +703 MiB +9536 MiB +none +- +0  backup.service' <<<"$out"
rm -r sys/fs/cgroup/{tiny,full,shot,backup.service}
run --sys-root sys --limit 01
check 'no size makes the ones with kills go away' grep -Eq ' 89% +2  system.slice/app.service$' <<<"$(sed '1,/^smaller/d' <<<"$out")"
out=$(sed '/^smaller/,$d' <<<"$out")
check 'the count limits the list' test "$(grep -c 'MiB' <<<"$out")" -eq 1
mkdir -p v1/fs/cgroup/memory/docker/abc
echo 104857600 >v1/fs/cgroup/memory/docker/abc/memory.usage_in_bytes
echo 9223372036854771712 >v1/fs/cgroup/memory/docker/abc/memory.limit_in_bytes
mkdir v1/fs/cgroup/memory/small && echo 100 >v1/fs/cgroup/memory/small/memory.usage_in_bytes && echo 100 >v1/fs/cgroup/memory/small/memory.limit_in_bytes
printf 'inactive_file 1\ntotal_inactive_file 60\n' >v1/fs/cgroup/memory/small/memory.stat
run --sys-root v1
check 'its cache is that of the subgroups, too' grep -Eqx ' +0 MiB +0 MiB +0 MiB +40% +-  small' <<<"$out"
check 'version 1 is understood' grep -Eqx ' +100 MiB +0 MiB +none +- +-  docker/abc' <<<"$out"
mkdir -p bare/fs/cgroup
run --sys-root bare
check 'none is refused' test "$status" -eq 3
run --sys-root nowhere
check 'a host without control groups too' test "$status" -eq 3
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
