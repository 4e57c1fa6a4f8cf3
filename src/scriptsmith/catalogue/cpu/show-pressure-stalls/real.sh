#!/usr/bin/env bash
. "$HARNESS"
ran_on Linux "$(uname --kernel-release | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')"
run --percent 100
check 'nothing is above all of the time' bash -c '[ "$1" = 0 ] && grep -q "^OK: nothing is short" <<<"$2"' _ "$status" "$out"
for each in cpu memory io; do
  check "$each has its lines" test "$(grep -c "^$each " <<<"$out")" -eq "$(grep -cE '^(some|full) ' /proc/pressure/$each)"
done
workers=()
for ((n = 0; n < 4 * $(nproc); n++)); do
  sh -c 'while :; do :; done' &
  workers+=($!)
done
short() { awk '$1 == "some" { split($2, a, "="); split($4, b, "="); exit !(a[2] > 15 && a[2] > b[2]) }' /proc/pressure/cpu; }
await short
run
check 'work that waits for the CPU is told' grep -Eq '^SHORT: (.* )?cpu( |$)' <<<"$out"
check 'in the column of the last ten seconds' test "$(awk '$1 == "cpu" && $2 == "some" { print ($3 + 0 > 10) }' <<<"$out")" = 1
check 'it rises before the mean of five minutes does' test "$(awk '$1 == "cpu" && $2 == "some" { print ($3 + 0 > $5 + 0) }' <<<"$out")" = 1
kill "${workers[@]}"
wait 2>/dev/null
finish
