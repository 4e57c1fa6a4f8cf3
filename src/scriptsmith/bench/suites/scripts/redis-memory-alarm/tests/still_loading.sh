# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an answer without the figures is unknown' grep -qE '^UNKNOWN .' "$OUT"
check 'it ends with 3' [ "$STATUS" -eq 3 ]
finish
