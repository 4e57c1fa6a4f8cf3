# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a directory in which nothing may be written ends with 2' [ "$STATUS" -eq 2 ]
check 'the older file stays as it was' [ "$(cat old.csv)" = 'of last week' ]
check 'the trouble is told on standard error' [ -s "$ERR" ]
check 'nothing goes to standard output' [ ! -s "$OUT" ]
finish
