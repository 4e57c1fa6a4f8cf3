# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a refused change ends with 1' [ "$STATUS" -eq 1 ]
check 'a refused change is not told as added' [ ! -s "$OUT" ]
finish
