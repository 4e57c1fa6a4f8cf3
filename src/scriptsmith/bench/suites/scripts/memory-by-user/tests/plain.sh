# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'sums, counts and order are right' [ "$(cat "$OUT")" = $'postgres 1024 1\nwww-data 40 2\nroot 13 2' ]
check 'the heading is not taken for a process' [ -z "$(grep USER "$OUT")" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
