# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an expired certificate is told as expired' grep -qxF 'expired old.pem' "$OUT1"
check 'a certificate of which less than a day is left has 0 days' grep -qxF '0 days last-day.crt' "$OUT1"
check 'a good one is not told' [ "$(wc -l <"$OUT1")" -eq 2 ]
check 'with 0 days only the expired one is told' [ "$(cat "$OUT2")" = 'expired old.pem' ]
check 'the exit status is 1' [ "$STATUS1$STATUS2" = 11 ]
finish
