# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'both are told' [ "$(cat "$OUT")" = $'shop 200\ncart 204' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
