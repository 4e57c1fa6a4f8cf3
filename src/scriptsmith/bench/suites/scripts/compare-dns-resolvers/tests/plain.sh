# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the addresses of both are told in the same order' [ "$(cat "$OUT")" = $'192.0.2.1 203.0.113.10,203.0.113.9\n192.0.2.2 203.0.113.10,203.0.113.9' ]
check 'the same addresses in another order are the same' [ "$STATUS" -eq 0 ]
finish
