# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'it says that it is unknown, with a reason' grep -qE '^UNKNOWN .' "$OUT"
check 'it prints one line' [ "$(wc -l <"$OUT")" -eq 1 ]
check 'it ends with 3' [ "$STATUS" -eq 3 ]
finish
