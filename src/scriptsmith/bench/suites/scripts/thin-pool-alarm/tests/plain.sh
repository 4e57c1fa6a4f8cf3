# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the full pool is told with both figures, and nothing else' [ "$(cat "$OUT")" = 'vg0/pool 91.50 12.03' ]
check 'a thin volume does not count' [ -z "$(grep vm1 "$OUT")" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
