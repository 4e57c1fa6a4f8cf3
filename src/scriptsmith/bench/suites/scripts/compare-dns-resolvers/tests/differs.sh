# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'each answer is told, and an empty one as none' [ "$(cat "$OUT")" = $'192.0.2.1 203.0.113.9\n192.0.2.2 203.0.113.90\n192.0.2.3 none' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
