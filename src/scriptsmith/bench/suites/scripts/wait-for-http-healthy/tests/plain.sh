# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
pauses=$(sed -n 's/^sleep //p' "$BENCH_CALLS" | sed 's/s$//' | tr '\n' ' ')
check 'it says that the service is healthy after three attempts' [ "$(cat "$OUT")" = 'healthy after 3 attempts' ]
check 'three requests were made' [ "$(grep -c '^curl ' "$BENCH_CALLS")" -eq 3 ]
check 'the pauses grow from 2 to 4 seconds' [ "$pauses" = '2 4 ' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
