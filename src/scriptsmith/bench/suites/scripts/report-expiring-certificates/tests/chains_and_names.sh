# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the first certificate of a chain counts, and names are told whole' grep -qxF '19 days full chain.pem' "$OUT"
check 'a later certificate of a chain does not count' [ -z "$(grep 'long chain' "$OUT")" ]
check 'a name that begins with a dash is told' grep -qxF '3 days -text.crt' "$OUT"
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
