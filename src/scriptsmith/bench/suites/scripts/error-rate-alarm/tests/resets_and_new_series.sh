# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'after a reset the later value counts' grep -qx '25.0 reset' "$OUT"
check 'a new series counts from nothing' grep -qx '25.0 fresh' "$OUT"
check 'a series that is gone does not count' [ -z "$(grep gone "$OUT")" ]
check 'a service without new requests is not told' [ -z "$(grep idle "$OUT")" ]
check 'nothing else is told' [ "$(wc -l <"$OUT") $STATUS" = '2 1' ]
finish
