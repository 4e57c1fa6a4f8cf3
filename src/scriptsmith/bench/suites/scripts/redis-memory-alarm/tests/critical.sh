# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'rounded down it is below the critical threshold' [ "$(cat "$OUT1") $STATUS1" = 'WARNING 89% 1' ]
check 'a share equal to the critical threshold is critical' [ "$(cat "$OUT2") $STATUS2" = 'CRITICAL 89% 2' ]
finish
