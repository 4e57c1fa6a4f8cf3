# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'it says that the rollback failed' [ "$(cat "$OUT")" = 'rollback failed' ]
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
finish
