# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the service with errors is told with its rate' [ "$(cat "$OUT1")" = '12.5 shop' ]
check 'errors of the caller are no errors of the service' [ -z "$(grep pay "$OUT1")" ]
check 'a rate equal to the limit is told' [ "$(cat "$OUT2") $STATUS2" = '12.5 shop 1' ]
check 'below the limit nothing is told' [ "$(wc -c <"$OUT3") $STATUS3" = '0 0' ]
check 'the exit status is 1' [ "$STATUS1" -eq 1 ]
finish
