# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'above the warning threshold it warns' [ "$(cat "$OUT1")" = 'WARNING 68%' ]
check 'a warning ends with 1' [ "$STATUS1" -eq 1 ]
check 'below both thresholds it is fine' [ "$(cat "$OUT2")" = 'OK 68%' ]
check 'below both thresholds it ends with 0' [ "$STATUS2" -eq 0 ]
finish
