# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'above the warning threshold it warns' [ "$(cat "$OUT1") $STATUS1" = 'WARNING lag 42 s 1' ]
check 'below both thresholds it is fine' [ "$(cat "$OUT2") $STATUS2" = 'OK lag 42 s 0' ]
check 'at the critical threshold it is critical' [ "$(cat "$OUT3") $STATUS3" = 'CRITICAL lag 42 s 2' ]
finish
