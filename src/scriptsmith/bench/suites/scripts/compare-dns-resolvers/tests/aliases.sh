# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'names on the way are not told' [ "$(cat "$OUT")" = $'192.0.2.1 203.0.113.9\n192.0.2.2 203.0.113.9\n2001:db8::53 203.0.113.9' ]
check 'other names on the way make no difference' [ "$STATUS" -eq 0 ]
finish
