# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a service that died at once is not told as started' [ -z "$(grep -E 'reloaded|started' "$OUT")" ]
check 'the exit status is 2' [ "$STATUS" -eq 2 ]
finish
