#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/sys/vm
# memory AVAILABLE-KIB SWAP-TOTAL SWAP-FREE
memory() { printf 'MemTotal:       16777216 kB\nMemFree:          524288 kB\nMemAvailable:   %s kB\nSwapTotal:      %s kB\nSwapFree:       %s kB\n' "$1" "$2" "$3" >proc/meminfo; }
printf 'Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n' >head

stub id <<<'echo 0'
rows() { cat head; printf '/dev/vda2                               partition\t2097148\t\t%s\t\t-2\n/swap\\040file                            file\t\t1048576\t\t%s\t\t5\n' "$1" "$2"; }
stub swapoff <<'EOF'
[ "$1" = -- ] || exit 1
[ ! -e .fails ] || { echo "swapoff: $2: swapoff failed: Cannot allocate memory" >&2; exit 4; }
name=${2// /\\\\040}
cp proc/swaps was; grep -v "^$name " was >proc/swaps
EOF
stub swapon <<'EOF'
[ ! -e .stays ] || exit 255
if [ "$1" = --priority ]; then shift 2; fi
[ "$1" = -- ] || exit 1
name=${2// /\\\\040}
grep "^$name " was | sed 's/\t\t[0-9]*\t\t\(-\{0,1\}[0-9]*\)$/\t\t0\t\t\1/' >>proc/swaps
EOF
: >proc/mounts
rows 1048576 102400 >proc/swaps
memory 8388608 3145724 2000000
run --proc-root proc --dry-run
check 'a dry run names the areas' grep -qx 'would turn off and on: /swap file' <<<"$out"
check 'what is swapped is told' grep -qx '1124 MiB are swapped out; 8192 of 16384 MiB memory are available' <<<"$out"
check 'a dry run turns nothing off' test -z "$(calls '^swapoff')"
check 'nothing is emptied twice' test "$(grep -c '^would turn' <<<"$out")" -eq 2
memory 2828696 3145724 2000000
run --proc-root proc --dry-run
check 'a tenth of the memory has to be spare' test "$status" -eq 3
memory 2828697 3145724 2000000
run --proc-root proc --dry-run
check 'and no more' test "$status" -eq 0
memory 2500000 3145724 2000000
run --proc-root proc
check 'what would not fit is refused' test "$status" -eq 3
check 'and nothing is turned off' test -z "$(calls '^swapoff')"
memory 8388608 3145724 2000000
: >.fails
run --proc-root proc
check 'a swapoff that fails is a failure' test "$status" -eq 1
rm .fails
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'how much was in it is told' grep -qx 'emptied: /swap file (100 MiB)' <<<"$out"
check 'a blank in a name survives' calls '^swapoff -- /swap file$'
check 'a priority is kept' calls '^swapon --priority 5 -- /swap file$'
check 'one of the kernel is not given' calls '^swapon -- /dev/vda2$'
check 'it is empty' grep -qx 'done: 0 MiB are swapped out now, in 2 areas' <<<"$out"
: >"$STUB_LOG"
run --proc-root proc
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^nothing to do" <<<"$2" && ! grep -q ^swapoff "$STUB_LOG"' _ "$status" "$out"
rows 1024 0 >proc/swaps; : >.stays
run --proc-root proc
check 'an area that stays off is a failure, and named' bash -c '[ "$1" = 1 ] && grep -q "/dev/vda2 is OFF" <<<"$2"' _ "$status" "$err"
cp head proc/swaps
run --proc-root proc
check 'no swap is no failure' test "$status" -eq 0
rm .stays
area() { printf '%s file 1048576 %s %s\n' "$@" >>proc/swaps; }
area /one 4096 -2
run --proc-root proc --dry-run
check 'one area is emptied as well' test "$(grep '^would' <<<"$out")" = 'would turn off and on: /one'
cp head proc/swaps
area /first 0 5; area /second 0 -2; area /third 8 -3; area /fourth 0 -4; area x x 1; printf 'y file y 0 -2\n' >>proc/swaps
run --proc-root proc --dry-run
check 'those that come before the first one in use stay' test "$(grep '^would' <<<"$out" | tr -d '\n')" = \
  'would turn off and on: /thirdwould turn off and on: /fourth'
run --proc-root proc
check 'what is no area is not counted as one' grep -qx 'done: 0 MiB are swapped out now, in 4 areas' <<<"$out"
cp head proc/swaps
area /zero 4096 0; area /last 0 -2
run --proc-root proc
check 'a priority of 0 is one that was given' test "$(calls ' /zero$' | tail -n 2 | tr '\n' ';')" = 'swapoff -- /zero;swapon --priority 0 -- /zero;'
check 'and another area is left alone' test -z "$(calls ' /last$')"
mv proc/meminfo all
grep -v MemAvailable all >proc/meminfo; cp head proc/swaps; area /one 4096 -2
run --proc-root proc
check 'without the available memory it goes no further' bash -c '[ "$1" -eq 1 ] && grep -q "does not tell the memory" <<<"$2"' _ "$status" "$err"
for gone in meminfo swaps mounts; do
  cp all proc/meminfo; : >proc/mounts; rm proc/$gone
  run --proc-root proc
  check "without $gone it is refused" test "$status" -eq 3
done
cp all proc/meminfo; : >proc/mounts
rows 1024 0 >proc/swaps
# group LIMIT HELD CACHE SWAPPED: a control group of version 1 (100) and one of version 2, both with a byte more or less.
mkdir -p one/box two/box
one() { echo "$1" >one/box/memory.limit_in_bytes; echo "$2" >one/box/memory.usage_in_bytes; printf 'swap 0\nactive_file 9\ntotal_active_file %s\ntotal_inactive_file 5\ntotal_swap %s\n' "$3" "$4" >one/box/memory.stat; }
two() { echo "$1" >two/box/memory.max; echo "$2" >two/box/memory.current; printf 'anon 7\nactive_file %s\ninactive_file 5\n' "$3" >two/box/memory.stat; echo "$4" >two/box/memory.swap.current; }
printf 'cgroup %s cgroup rw,relatime,cpu 0 0\ncgroup %s cgroup rw,relatime,memory 0 0\ncgroup2 %s cgroup2 rw 0 0\n' "$PWD/none" "$PWD/one" "$PWD/two" >proc/mounts
one 100 60 15 60; two 100 60 15 60
run --proc-root proc --dry-run
check 'what fits into the limits of groups may come back' test "$status:$err" = 0:
one 99 60 15 60
run --proc-root proc --dry-run
check 'a group that would go above its limit is a refusal' test "$status:$(grep -c "control group $PWD/one/box would come back above its limit" <<<"$err")" = 3:1
one 9223372036854771712 60 15 60; two 99 60 15 60
run --proc-root proc
check 'so it is with version 2' test "$status:$(grep -c "control group $PWD/two/box would come back" <<<"$err")" = 3:1
two 50 60 5 0
run --proc-root proc --dry-run
check 'a group without anything in swap is none' test "$status:$err" = 0:
two max 60 15 60; echo 100 >one/box/memory.limit_in_bytes; echo cache 5 >one/box/memory.stat
run --proc-root proc --dry-run
check 'that the kernel does not tell what is swapped out is told' test "$status:$(grep -c '^warning: the kernel does not tell what 1 control groups' <<<"$err")" = 0:1
: >proc/mounts
: >"$STUB_LOG"
stub id <<<'echo 1000'
run --proc-root proc
check 'without root it is refused' test "$status" -eq 3
run 'x; touch pwned'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
