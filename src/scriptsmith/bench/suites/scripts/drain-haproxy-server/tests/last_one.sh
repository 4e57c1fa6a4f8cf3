# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the last server that is up is not touched' [ -z "$(grep 'haproxy set' "$BENCH_CALLS")" ]
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
finish
