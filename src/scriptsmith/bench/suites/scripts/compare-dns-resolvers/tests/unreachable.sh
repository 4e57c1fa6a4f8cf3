# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a resolver that is silent is told as unreachable' grep -qx '192.0.2.1 unreachable' "$OUT"
check 'the others are asked and told' [ "$(tail -n 2 "$OUT")" = $'192.0.2.2 203.0.113.9\n192.0.2.3 203.0.113.9' ]
check 'there is one line for each' [ "$(wc -l <"$OUT")" -eq 3 ]
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
finish
