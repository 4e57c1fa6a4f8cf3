#!/usr/bin/env bash
. "$HARNESS"

# The second sample comes after the sleep.
stub sleep <<<'cp proc/later proc/stat'
mkdir -p proc

printf 'cpu  1000 0 1000 8000 0 0 0 0 0 0\ncpu0 500 0 500 4000 0 0 0 0 0 0\ncpu1 500 0 500 4000 0 0 0 0 0 0\ncpu2 1 1 1 1 9 1 1 1 0 0\nctxt 5\n' >proc/stat
printf 'cpu  1220 0 1040 8100 20 10 10 0 0 0\ncpu0 690 0 510 4000 0 0 0 0 0 0\ncpu1 520 10 530 4100 20 10 10 0 0 0\ncpu2 1 1 1 1 8 1 1 1 0 0\nctxt 9\n' >proc/later
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'a busy core is marked' grep -Eqx '0 +95\.0 +5\.0 +0\.0 +0\.0 +0\.0 +0\.0  BUSY' <<<"$out"
check 'another one is split up' grep -Eqx '1 +15\.0 +15\.0 +10\.0 +0\.0 +10\.0 +50\.0' <<<"$out"
check 'all together come first' grep -Eq '^all +55\.0 +10\.0' <<<"$(sed -n 2p <<<"$out")"
check 'counters that run backwards are left out' test "$(grep -c '^2 ' <<<"$out")" -eq 0
check 'they are counted' grep -qx '1 of 2 cores were busy by 95% or more over 2 s' <<<"$out"
check 'little work beside it is not spoken of' bash -c '! grep -q "^note" <<<"$1"' _ "$out"
printf 'cpu0 0 0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0 0 0\ncpu2 0 0 0 0 0 0 0 0 0 0\n' >proc/stat
printf 'cpu0 50 0 0 50 0 0 0 0 0 0\ncpu1 45 0 0 50 5 0 0 0 0 0\ncpu2 5 0 0 95 0 0 0 0 0 0\n' >proc/moved
cp proc/later proc/kept; cp proc/moved proc/later
run --proc-root proc
check 'a thread that is moved between cores, which fills none, is told' grep -q '^note: the cores that are not full did the work of 1.0 cores; .*(top -H' <<<"$out"
sed 's/^cpu2 .*/cpu2 4 0 0 96 0 0 0 0 0 0/; s/^cpu0 50 0 0 50/cpu0 45 0 0 55/' proc/moved >proc/later
printf 'cpu0 0 0 0 0 0 0 0 0 0 0\ncpu1 0 0 0 0 0 0 0 0 0 0\ncpu2 0 0 0 0 0 0 0 0 0 0\n' >proc/stat
run --proc-root proc
check 'less than the work of one is not' bash -c '! grep -q "^note" <<<"$1"' _ "$out"
cp proc/kept proc/later; cp proc/kept proc/stat
check 'it measures over that time' calls '^sleep 2$'
run --proc-root proc --seconds 08
check 'the time can be chosen' calls '^sleep 8$'
check 'counters that stand still are a failure' test "$status" -eq 1
echo 'ctxt 5' >proc/stat
run --proc-root proc
check 'no core is a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run --seconds 0
check 'no time is refused' test "$status" -eq 2
run --seconds 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
