#!/usr/bin/env bash
# packages: util-linux
. "$HARNESS"
ran_on Linux "$(uname --kernel-release | sed 's/^\([0-9]*\.[0-9]*\).*/\1/')"
last=$(sed -n 's/^cpu\([0-9]\+\) .*/\1/p' /proc/stat | tail -n 1)
nice --adjustment=-20 taskset --cpu-list "$last" sh -c 'while :; do :; done' &
busy=$!
run --seconds 2
check 'it succeeds' test "$status" -eq 0
check 'each core has a line' test "$(grep -cE '^[0-9]+ +[0-9.]+ ' <<<"$out")" -eq "$(grep -c '^cpu[0-9]' /proc/stat)"
check 'the busy one is marked' grep -Eq "^$last .*  BUSY$" <<<"$out"
check 'its time is user code' test "$(awk -v core="$last" '$1 == core && $2 != "of" { print ($2 > 50) }' <<<"$out")" = 1
check 'the shares add up' test "$(awk 'NF >= 7 && $1 != "CORE" && $2 != "of" { sum = $2 + $3 + $4 + $5 + $6 + $7; if (sum < 99 || sum > 100.1) print }' <<<"$out")" = ''
check 'the busy ones are counted' grep -q "^$(grep -c ' BUSY$' <<<"$out") of $(grep -c '^cpu[0-9]' /proc/stat) cores were busy" <<<"$out"
check 'only those without time to spare are marked' test -z "$(awk '$1 ~ /^[0-9]+$/ && $2 != "of" { spare = $6 + $7; if ((spare > 5.2 && /BUSY/) || (spare < 4.8 && !/BUSY/)) print }' <<<"$out")"
kill "$busy"
if ((last > 0)); then
  nice --adjustment=-20 sh -c 'while :; do :; done' &
  busy=$!
  (while taskset -p -c 0 "$busy" && sleep 0.1 && taskset -p -c "$last" "$busy" && sleep 0.1; do :; done >/dev/null 2>&1) &
  run --seconds 3
  # Where other programs fill both cores, that is what is told.
  check 'a thread that is moved between cores is told, though it fills none' grep -Eq '^note: the cores that are not full did the work of [1-9]|^0  .* BUSY$|^[2-9] of' <<<"$out"
  kill "$busy"
fi
finish
