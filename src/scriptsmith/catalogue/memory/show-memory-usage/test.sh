#!/usr/bin/env bash
. "$HARNESS"

mkdir -p proc/pressure
# memory AVAILABLE SWAP-TOTAL: a host with 16 GiB.
memory() {
  cat >proc/meminfo <<EOF
MemTotal:       16777216 kB
MemFree:          524288 kB
MemAvailable:   $1 kB
Buffers:          102400 kB
Cached:          1945600 kB
SwapCached:            0 kB
SwapTotal:       $2 kB
SwapFree:        $(($2 / 4)) kB
Shmem:            102400 kB
SReclaimable:          0 kB
HugePages_Total:       0
EOF
}

memory 8388608 4194304
printf 'some avg10=1.50 avg60=0.10 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n' >proc/pressure/memory
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the total is shown' grep -Eq '^memory total +16384 MiB' <<<"$out"
check 'what is available is shown' grep -Eq '^memory available +8192 MiB +50\.0%' <<<"$out"
check 'the cache is shown' grep -Eq '^cache and buffers +2000 MiB' <<<"$out"
check 'the swap in use is shown' grep -Eq '^swap used +3072 MiB +75\.0%' <<<"$out"
check 'the pressure is shown' grep -q '1.50% of the last 10 s' <<<"$out"
check 'enough memory is not called low' grep -q '^OK: 50.0% ' <<<"$out"

memory 838860 0
run --proc-root proc
check 'little memory is called low' grep -q '^LOW: 4.9% of the memory is available, less than 10%' <<<"$out"
check 'and is no failure of the script' test "$status" -eq 0
check 'a host without swap is said to have none' grep -Eq '^swap +none$' <<<"$out"
run --proc-root proc --percent 4%
check 'where low begins can be chosen' grep -q '^OK: ' <<<"$out"
run --proc-root proc --percent 050
check 'a leading zero is no octal number' grep -q 'less than 50%' <<<"$out"

run --percent 101
check 'more than 100 percent is refused' test "$status" -eq 2
run --percent 'x; touch pwned'
check 'a bad percentage is refused' test "$status" -eq 2
run --proc-root
check 'an option without a value is refused' test "$status" -eq 2
run --proc-root '$(touch pwned)'
check 'a missing process file system is refused' test "$status" -eq 3
: >proc/meminfo
run --proc-root proc
check 'an empty report is a failure' test "$status" -eq 1
check 'nothing hostile ran' test ! -e pwned
finish
