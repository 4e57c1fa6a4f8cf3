# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'ports are in the order of numbers, and no line comes twice' [ "$(cat "$OUT")" = $'900 0.0.0.0\n900 10.0.0.5\n8080 0.0.0.0\n8080 ::' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
