# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'no arguments end with 2' [ "$STATUS1" -eq 2 ]
check 'one argument ends with 2' [ "$STATUS2" -eq 2 ]
check 'a number of attempts that is none ends with 2' [ "$STATUS3" -eq 2 ]
check 'no attempts at all end with 2' [ "$STATUS4" -eq 2 ]
check 'no request is made' [ -z "$(grep '^curl ' "$BENCH_CALLS")" ]
finish
