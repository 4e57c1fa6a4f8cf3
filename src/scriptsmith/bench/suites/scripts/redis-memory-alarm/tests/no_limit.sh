# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'without a limit it says so' [ "$(cat "$OUT")" = 'OK no limit' ]
check 'without a limit it ends with 0' [ "$STATUS" -eq 0 ]
finish
