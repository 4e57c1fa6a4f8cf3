# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'without an answer the exit status is 4' [ "$STATUS" -eq 4 ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
finish
