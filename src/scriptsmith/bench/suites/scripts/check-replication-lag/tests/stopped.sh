# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a stopped channel is told' [ "$(cat "$OUT")" = 'CRITICAL replication stopped' ]
check 'the exit status is 2' [ "$STATUS" -eq 2 ]
finish
