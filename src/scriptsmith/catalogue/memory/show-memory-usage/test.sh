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

mkdir -p proc/spl/kstat/zfs
arcstats() { printf '13 1 0x01 123 33456 1 2\nname                            type data\nhits                            4    12\nc_min                           4    %s\nsize                            4    %s\n' "$1" "$2" >proc/spl/kstat/zfs/arcstats; }
arcstats 1073741824 9663676416
run --proc-root proc
check 'what ZFS can give up of its cache is available' grep -q '^OK: 54.9% of the memory is available, not less than 10% (with 8192 MiB of the cache of ZFS, which' <<<"$out"
check 'and not used' grep -Eq '^memory used +7372 MiB' <<<"$out"
check 'its cache is shown' grep -Eq '^ZFS cache \(ARC\) +9216 MiB' <<<"$out"
arcstats 1073741824 536870912
run --proc-root proc
check 'what it keeps is not available' grep -q '^LOW: 4.9% .*(with 0 MiB of the cache of ZFS' <<<"$out"
arcstats x y
run --proc-root proc
check 'a cache of ZFS that cannot be read is told' grep -q '^LOW: 4.9% .*(the cache of ZFS, which counts as used here, could not be read)$' <<<"$out"
rm -r proc/spl
run --proc-root proc
check 'without ZFS there is no word of it' bash -c '! grep -q ZFS <<<"$1"' _ "$out"

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
