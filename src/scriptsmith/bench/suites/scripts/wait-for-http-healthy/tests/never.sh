# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
pauses=$(sed -n 's/^sleep //p' "$BENCH_CALLS" | sed 's/s$//' | tr '\n' ' ')
check 'five attempts were made' [ "$(grep -c '^curl ' "$BENCH_CALLS")" -eq 5 ]
check 'the pauses double up to 30 seconds, and there is none after the last attempt' [ "$pauses" = '7 14 28 30 ' ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
check 'there is a message on standard error' [ -s "$ERR" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
