# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a refused connection is told as unreachable' grep -qx 'dead unreachable' "$OUT"
check 'an endpoint that takes too long is told as unreachable' grep -qx 'slow unreachable' "$OUT"
check 'a name that does not resolve is told as unreachable' grep -qx 'lost unreachable' "$OUT"
check 'the last line counts without an end of line, and its odd URL is kept whole' grep -qx 'shop 200' "$OUT"
check 'there is one line for each' [ "$(wc -l <"$OUT")" -eq 4 ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
