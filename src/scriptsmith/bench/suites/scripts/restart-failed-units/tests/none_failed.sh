# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'nothing is printed' [ ! -s "$OUT" ]
check 'nothing was restarted' [ -z "$(grep -E 'systemctl .*\b(re)?start\b' "$BENCH_CALLS")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
