# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'JSON in several lines is understood' [ "$(cat "$OUT")" = 'healthy after 1 attempts' ]
check 'there is no pause' [ -z "$(grep '^sleep ' "$BENCH_CALLS")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
