# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an inner member of the same name does not make a degraded service healthy' [ "$STATUS1" -eq 1 ]
check 'an answer that is not JSON is not healthy' [ "$STATUS2" -eq 1 ]
check 'another status than 200 is not healthy' [ "$STATUS3" -eq 1 ]
check 'none is told as healthy' [ -z "$(grep -h healthy "$OUT1" "$OUT2" "$OUT3")" ]
finish
