#!/usr/bin/env bash
. "$HARNESS"

stub ps <<'STUB'
case "$*" in
  '-o user:64=,comm= -p 81'[2-6]) echo 'root java' ;;
  '-o user:64=,comm= -p 900') echo 'root mysqld' ;;
  '-o user:64=,comm= -p 820') echo 'tomcat java' ;;
  *) exit 1 ;;
esac
STUB
stub jcmd </dev/null
stub jstat <<'STUB'
[[ $1 == -gccause && $3 =~ ^[0-9]+(s|ms)?$ && $# -eq 4 ]] || { echo 'invalid argument' >&2; exit 1; }
[[ ${LC_ALL-} == C || $2 == 815 ]] || { printf '  S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     GCT LGCC GCC\n  0,00 0,00 12,50 40,00 95,1 90,2 10 0,500 1 0,200 0,700 Allocation Failure No GC\n'; exit; }
case $2 in
  812) printf '  S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     CGC    CGCT       GCT    LGCC                 GCC                 \n  0.00 100.00  12.50  40.00  95.1  90.2    10    0.500     1    0.200     4    0.010     0.710 G1 Evacuation Pause  No GC               \n  0.00 100.00  22.50  41.50  95.1  90.2    11    0.540     1    0.200     4    0.010     0.750 G1 Evacuation Pause  No GC               \n' ;;
  813) printf '  S0     S1     E      O      M     CCS    YGC     YGCT    FGC    FGCT     GCT    LGCC                 GCC                 \n  0.00   0.00 100.00  99.00  95.1  90.2    10    0.500    20    5.000    5.500 Allocation Failure   No GC               \n  0.00   0.00 100.00  98.50  -      -      10    0.500    24    8.000    8.500 Allocation Failure   No GC               \n' ;;
  814) printf '  S0     S1     E      O      M     CCS    YGC     YGCT    FGC    FGCT     GCT    LGCC                 GCC                 \n' ;;
  816) printf '  S0     S1     E      O      M     CCS    YGC     YGCT    FGC    FGCT     GCT    LGCC                 GCC                 \n'
    for _ in 1 2; do printf '  0.00   0.00 100.00  99.00  95.1  90.2    10    0.500    20    5.000    5.500 No GC                Allocation Failure  \n'; done ;;
  815) echo '815 not found' >&2; exit 1 ;;
esac
STUB

run --pid 812 --count 2 --interval 4
check 'the old generation is told' grep -qx 'old generation: 41.5 % full (lowest while watched: 40.0 %)' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the samples are shown' grep -q 'S0 .*GCT' <<<"$out"
check 'full collections are counted' grep -qx 'full collections: 1 in all, 0 while watched' <<<"$out"
check 'the share of time is told' grep -qx 'time in collections while watched: 1.0 % of 4 s' <<<"$out"
check 'there is no warning without need' test "$(grep -c warning <<<"$out")" -eq 0
check 'jstat is asked as it takes it' test -n "$(calls '^jstat -gccause 812 4s 2$')"
run --pid 813 --count 2
check 'an older layout is read, and trouble is pointed out' grep -q '^warning: full collections do not free' <<<"$out"
check 'none was under way' test "$(grep -c 'under way' <<<"$out")" -eq 0
run --pid 816 --count 2
check 'one that takes all the time that was watched is told, although none is counted' grep -q '^a collection was under way at 2 of 2 samples' <<<"$out"
run --pid 814
check 'a header alone is a failure' test "$status" -eq 1
run --pid 815
check 'a JVM that hides is a failure, with the reason' bash -c '[ "$1" -eq 1 ] && grep -q "not found" <<<"$2"' _ "$status" "$err"
: >"$STUB_LOG"
run --pid 812 --dry-run
check 'a dry run watches nothing' bash -c '[ "$1" -eq 0 ] && [ -z "$2" ]' _ "$status" "$(calls '^jstat')"
run --pid 812 --count 010 --interval 012 --dry-run
check 'leading zeros change nothing' grep -qx 'would watch: process 812 (java, user root), 10 samples in 120 s' <<<"$out"
run --pid 812 --count 999 --interval 999 --dry-run
check 'the most is taken' test "$status" -eq 0
run --pid 812 --count 1000 --dry-run
check 'more samples are refused' test "$status" -eq 2
run --pid 812 --interval 1000 --dry-run
check 'so is a longer interval' test "$status" -eq 2
run --pid 812 --interval 0 --dry-run
check 'and none' test "$status" -eq 2
stub timeout <<<'shift; exec "$@"'
run --pid 812 --count 2 --interval 10
check 'it gets the time that it takes and half a minute' test -n "$(calls '^timeout 50 jstat')"
rm .stubs/timeout
stub id <<<'echo tomcat'
run --pid 820 --dry-run
check 'its own user may look at a process' test "$status" -eq 0
stub id <<<'echo root'
run --pid 820 --dry-run
check 'so may root' test "$status" -eq 0
stub id <<<'echo bob'
run --pid 820 --dry-run
check 'another user may not' bash -c '[ "$1" -eq 3 ] && grep -q "belongs to tomcat" <<<"$2"' _ "$status" "$err"
rm .stubs/id
run --pid 900
check 'a process that is no JVM is refused' test "$status" -eq 3
run --pid 99
check 'a process that does not exist is refused' test "$status" -eq 3
run --pid 812 --count 0
check 'no samples are refused' test "$status" -eq 2
run --pid '812; touch pwned'
check 'a hostile process id is refused' bash -c '[ "$1" -eq 2 ] && [ ! -e pwned ]' _ "$status"
finish
