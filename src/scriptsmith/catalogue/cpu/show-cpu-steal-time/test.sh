#!/usr/bin/env bash
. "$HARNESS"

# The second sample comes after the sleep.
stub sleep <<<'cp proc/later proc/stat'
mkdir -p proc

printf 'cpu  1000 0 1000 7900 0 0 0 100 0 0\ncpu0 1 2 3\n' >proc/stat
cp proc/stat before
printf 'cpu  1060 0 1020 7970 0 0 0 150 60 0\n' >proc/later
run --proc-root proc
check 'it succeeds' test "$status" -eq 0
check 'the share since boot is shown' grep -qx 'since boot: 1.00%' <<<"$out"
check 'the share now is shown' grep -qx 'now, over 5 s: 25.00%' <<<"$out"
check 'and of what it wanted: idle time does not count' grep -qx 'of the time in which it wanted to compute: 38.46%' <<<"$out"
check 'much is called high' grep -q '^HIGH: ' <<<"$out"
cp before proc/stat
printf 'cpu  1060 0 1020 7970 0 0 0 105 0 0\n' >proc/later
run --proc-root proc --seconds 10
check 'some is called noticeable' grep -q '^NOTICEABLE: ' <<<"$out"
check 'the time can be chosen' calls '^sleep 10$'
cp before proc/stat
printf 'cpu  1060 0 1020 7970 0 0 0 20 0 0\n' >proc/later
run --proc-root proc
check 'a counter that steps back is nothing' grep -qx 'now, over 5 s: 0.00%' <<<"$out"
check 'of nothing that was taken the share is nothing, too' grep -qx 'of the time in which it wanted to compute: 0.00%' <<<"$out"
check 'and is in order' grep -q '^OK: ' <<<"$out"
run --proc-root proc
check 'counters that stand still are a failure' test "$status" -eq 1
for counters in '1060 0 1020 9870 20 0 0 110:NOTICEABLE' '1090 0 1009 9869 20 0 0 110:OK' '1040 0 1020 9811 20 0 0 109:OK'; do
  cp before proc/stat
  echo "cpu  ${counters%:*} 0 0" >proc/later
  run --proc-root proc
  check "less than a hundredth of all: ${counters#*:} by what it wanted (${counters%:*})" grep -q "^${counters#*:}: " <<<"$out"
done
printf 'cpu  1000 0 1000 7900 0 0 0 0 0 0\n' >proc/stat
printf 'cpu  1060 0 1020 7970 0 0 0 0 0 0\n' >proc/later
run --proc-root proc
check 'a counter that has never moved is no good news' test "$status:$(grep -c '^NOT TOLD: no steal since boot' <<<"$out"):$(grep -c '^OK' <<<"$out")" = 0:1:0
echo 'cpu 1 2 3 4' >proc/stat
run --proc-root proc
check 'a kernel that does not tell is refused' test "$status" -eq 3
echo 'intr 5' >proc/stat
run --proc-root proc
check 'another file is a failure' test "$status" -eq 1
run --proc-root nowhere
check 'a missing process file system is refused' test "$status" -eq 3
run --seconds 0
check 'no time is refused' test "$status" -eq 2
run --seconds '$(touch pwned)'
check 'a hostile value is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
