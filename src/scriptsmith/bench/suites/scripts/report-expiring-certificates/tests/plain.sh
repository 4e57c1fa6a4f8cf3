# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'those that expire within the days are told with the whole days left, by name' [ "$(cat "$OUT1")" = $'2 days api.pem\n9 days shop.pem' ]
check 'fewer days tell fewer' [ "$(cat "$OUT2")" = '2 days api.pem' ]
check 'the exit status is 1' [ "$STATUS1$STATUS2" = 11 ]
finish
