# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a failed reload is not told as reloaded' [ -z "$(grep -E 'reloaded|started' "$OUT")" ]
check 'the service was not restarted instead' [ -z "$(grep '^Starts=' /bench/state/units/nginx.service)" ]
check 'the exit status is 2' [ "$STATUS" -eq 2 ]
finish
