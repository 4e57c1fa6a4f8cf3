#!/usr/bin/env bash
. "$HARNESS"

mkdir proc
mem() { printf 'MemTotal:       16777216 kB\nSlab:            %s kB\nSReclaimable:    409600 kB\nSUnreclaim:      %s kB\n' "$1" "$2" >proc/meminfo; }
mem 512000 102400
cat >proc/slabinfo <<'EOF'
slabinfo - version: 2.1
# name            <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables <limit> <batchcount> <sharedfactor> : slabdata <active_slabs> <num_slabs> <sharedavail>
dentry            900000 1000000    192   21    1 : tunables    0    0    0 : slabdata  47620  47620      0
kmalloc-64            10    640     64   64    1 : tunables    0    0    0 : slabdata     10     10      0
ext4_inode_cache  100000 100000   1176   27    8 : tunables    0    0    0 : slabdata   3704   3704      0
empty                  0      0    100   40    1 : tunables    0    0    0 : slabdata      0      0      0
EOF
stub getconf <<<'echo 4096'
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the sum is shown' grep -qx 'slab: 500 MiB (3% of the memory), reclaimable 400 MiB, not reclaimable 100 MiB' <<<"$out"
check 'the largest comes first' grep -Eqx ' +190480 KiB +1000000 +192 B +90%  dentry' <<<"$(sed -n 3p <<<"$out")"
check 'pages are counted' grep -Eqx ' +118528 KiB +100000 +1176 B +100%  ext4_inode_cache' <<<"$out"
check 'an empty cache does no harm' grep -Eq ' 0 KiB +0 +100 B +0%  empty' <<<"$out"
check 'it is not called high' test "$(grep -c HIGH <<<"$out")" -eq 0
run --proc-root proc --limit 01
check 'the count limits the list' test "$(grep -c KiB <<<"$out")" -eq 1
mem 3000000 2500000
run --proc-root proc
check 'much that cannot be reclaimed is called high' grep -q '^HIGH: ' <<<"$out"
head -n 2 proc/slabinfo >h; mv h proc/slabinfo
run --proc-root proc
check 'a header alone is a failure' test "$status" -eq 1
rm proc/slabinfo
run --proc-root proc
check 'without the right it is refused' test "$status" -eq 3
check 'but the sum is shown' grep -q '^slab: ' <<<"$out"
: >proc/meminfo
run --proc-root proc
check 'an empty report is a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run --limit 0
check 'a count of 0 is refused' test "$status" -eq 2
run --limit 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
