# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'no arguments end with 3' [ "$STATUS1" -eq 3 ]
check 'one argument ends with 3' [ "$STATUS2" -eq 3 ]
check 'a threshold that is no number ends with 3' [ "$STATUS3" -eq 3 ]
check 'a threshold that is no number is told as unknown' grep -qE '^UNKNOWN .' "$OUT3"
finish
