#!/usr/bin/env bash
. "$HARNESS"
# equivalent mutant 8ac74cf5: no number is below 0, in whatever base it is read

mkdir -p proc/sys/vm
# memory AVAILABLE-KIB SWAP-TOTAL SWAP-FREE
memory() { printf 'MemTotal:       16777216 kB\nMemFree:          524288 kB\nMemAvailable:   %s kB\nSwapTotal:      %s kB\nSwapFree:       %s kB\n' "$1" "$2" "$3" >proc/meminfo; }
printf 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n' >head

stub id <<<'echo 0'
mkdir -p r/etc/sysctl.d
echo 60 >proc/sys/vm/swappiness
file=r/etc/sysctl.d/90-swappiness.conf
run --proc-root proc --root r --value 10 --dry-run
check 'a dry run says what it would do' grep -qx "would set: vm.swappiness = 10, and write that to $file" <<<"$out"
check 'a dry run changes nothing' bash -c '[ "$(cat proc/sys/vm/swappiness)" = 60 ] && [ ! -e "$1" ]' _ "$file"
run --proc-root proc --root r --value 010
check 'it succeeds' test "$status" -eq 0
check 'it is in force' grep -qx 10 proc/sys/vm/swappiness
check 'it is written for the next boot' grep -qx 'vm.swappiness = 10' "$file"
check 'the former value is told' grep -qx "set: vm.swappiness = 10 (before: 60), in $file" <<<"$out"
run --proc-root proc --root r --value 10
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to change" <<<"$2"' _ "$status" "$out"
echo 60 >proc/sys/vm/swappiness
run --proc-root proc --root r --value 10
check 'a value that is written, but not in force, is set' test "$status:$(cat proc/sys/vm/swappiness)" = 0:10
echo 'vm.swappiness = 1' >r/etc/sysctl.d/10-a.conf
run --proc-root proc --root r --value 10
check 'a file that is read before does not matter' test "$status" -eq 0
rm r/etc/sysctl.d/10-a.conf
echo ' vm/swappiness=1' >r/etc/sysctl.d/99-z.conf
run --proc-root proc --root r --value 20
check 'a file that would win is refused' test "$status" -eq 3
check 'and nothing is changed' grep -qx 10 proc/sys/vm/swappiness
rm r/etc/sysctl.d/99-z.conf
rm proc/sys/vm/swappiness; ln -s /dev/null proc/sys/vm/swappiness
run --proc-root proc --root r --value 20
check 'a control that cannot be read is refused' test "$status" -eq 3
rm proc/sys/vm/swappiness; echo 10 >proc/sys/vm/swappiness
stub id <<<'echo 1000'
run --proc-root proc --root r --value 30
check 'without root it is refused' test "$status" -eq 3
run --proc-root proc --root r
check 'a value is needed' test "$status" -eq 2
run --proc-root proc --root r --value 201
check 'too much is refused' test "$status" -eq 2
run --proc-root proc --root r --value 200 --dry-run
check 'and the most is not' test "$status" -eq 0
mkdir bare
stub id <<<'echo 0'
run --proc-root proc --root bare --value 30
check 'a host without the folder is refused' test "$status:$(grep -c 'no directory bare/etc/sysctl.d' <<<"$err"):$(cat proc/sys/vm/swappiness)" = 3:1:10
mkdir -p other/sys/vm fixed/sys/vm
ln -s /proc/self/coredump_filter other/sys/vm/swappiness # shows another number than was written
run --proc-root other --root r --value 30
check 'a kernel that takes another value is a failure' test "$status:$(grep -c 'vm.swappiness is .*, not 30' <<<"$err")" = 1:1
ln -s /proc/sys/kernel/ostype fixed/sys/vm/swappiness
run --proc-root fixed --root r --value 30
check 'so is one that takes none' test "$status:$(grep -c 'the kernel did not take 30' <<<"$err")" = 1:1
check 'neither is written for the next boot' grep -qx 'vm.swappiness = 10' "$file"
run --proc-root proc --root r --value '1; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
stub id <<<'echo 0'
rm -f r/etc/sysctl.d/99-*
echo 'vm.swappiness = 5' >r/etc/sysctl.conf
run --proc-root proc --root r --value 33
check 'sysctl.conf, which is read last, would win: refused' test "$status" -eq 3
rm r/etc/sysctl.conf
groups=r/sys/fs/cgroup/memory
mkdir -p $groups/system.slice/a.service "$groups/user.slice"
for group in $groups $groups/system.slice $groups/system.slice/a.service; do echo 60 >$group/memory.swappiness; done
echo 33 >$groups/user.slice/memory.swappiness
run --proc-root proc --root r --value 33
check 'groups that keep a value of their own are told' test "$status:$(grep -c "^warning: 2 control groups, such as $groups/system.slice.*, keep a swappiness of their own" <<<"$err")" = 0:1
run --proc-root proc --root r --value 33
check 'a second time as well' test "$(grep -c '^nothing to change' <<<"$out"):$(grep -c '^warning: 2 control groups' <<<"$err")" = 1:1
check 'they are left as they are' grep -qx 60 $groups/system.slice/memory.swappiness
echo 1 >proc/sys/vm/force_cgroup_v2_swappiness
run --proc-root proc --root r --value 33
check 'unless the kernel passes over them' test "$status:$err" = 0:
rm proc/sys/vm/force_cgroup_v2_swappiness; rm $groups/memory.swappiness
run --proc-root proc --root r --value 33
check 'with version 2 there is nothing to tell' test "$status:$err" = 0:
finish
