#!/usr/bin/env bash
. "$HARNESS"

root='a proc: made up'
# process PID NAME KIB: with VmSwap, or without it as a kernel thread has none.
process() {
  mkdir -p "$root/$1"
  printf 'Name:\t%s\nState:\tS (sleeping)\nUid:\t54321\t54321\t54321\t54321\n' "$2" >"$root/$1/status"
  [[ -z ${3:-} ]] || printf 'VmRSS:\t    5 kB\nVmSwap:\t%8s kB\n' "$3" >>"$root/$1/status"
}
swap() { printf 'MemTotal: 16777216 kB\nSwapTotal: %s kB\nSwapFree: %s kB\n' "$1" "$2" >"$root/meminfo"; }

process 1 init 0
process 2 kthreadd
process 100 'java: a  b' 1048576
process 101 'small $(touch pwned)' 1536
process 102 middle 204800
swap 4194304 2097152
mkdir "$root/200"

run --proc-root "$root"
check 'it succeeds' test "$status" -eq 0
check 'the swap in use is shown' grep -q '^swap: 2048 of 4096 MiB used (50%)$' <<<"$out"
check 'the biggest comes first' grep -Eq '^ +100 +54321 +1024\.0  java: a  b$' <<<"$(sed -n 3p <<<"$out")"
check 'the next follows' grep -Eq '^ +102 .* 200\.0  middle$' <<<"$(sed -n 4p <<<"$out")"
check 'a part of a MiB is shown' grep -Eq '^ +101 .* 1\.5  small' <<<"$out"
check 'what is not swapped is not listed' test "$(grep -Ec 'init|kthreadd' <<<"$out")" -eq 0
check 'the sum is shown' grep -q '^3 processes have 1225 MiB' <<<"$out"

check 'what belongs to no process is told' grep -q '^822 MiB of what is used belong to no process: shared memory' <<<"$out"
swap 4194304 2900000
run --proc-root "$root"
check 'a little is not' test "$(grep -c 'belong to no process' <<<"$out")" -eq 0
swap 4194304 2097152
run --proc-root "$root" --limit 1
check 'the count limits the list' test "$(grep -c 54321 <<<"$out")" -eq 1
check 'but not the sum' grep -q '^3 processes' <<<"$out"

check 'all are seen' test "$(grep -c '^note' <<<"$out")" -eq 0
echo 'Name:	kthreads' >"$root/2/status"
run --proc-root "$root"
check 'in a container others may have it' grep -q '^822 MiB of what is used belong to no process that is seen here, which may be those of this container only: shared memory' <<<"$out"
process 2 kthreadd
mv "$root/1" init
run --proc-root "$root"
check 'and where processes are hidden, these' grep -q '^822 MiB of what is used belong to no process that is seen here, which are some only: shared memory' <<<"$out"
check 'where the first process is hidden, that others may be is told' grep -q '^note: processes of other users are hidden' <<<"$out"
mv init "$root/1"
rm -r "$root/100" "$root/101" "$root/102"
run --proc-root "$root"
check 'with nothing in swap it succeeds' test "$status" -eq 0
check 'and says so' grep -q 'no process has memory in swap' <<<"$out"
check 'and whose the swap is then' grep -q '^2048 MiB of what is used belong to no process' <<<"$out"
swap 0 0
run --proc-root "$root"
check 'a host without swap is no failure' test "$status" -eq 0
check 'and is said to have none' grep -q 'no swap is configured' <<<"$out"

run --limit 'x; touch pwned'
check 'a bad count is refused' test "$status" -eq 2
run --limit 0
check 'a count of nothing is refused' test "$status" -eq 2
run --proc-root
check 'an option without a value is refused' test "$status" -eq 2
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
