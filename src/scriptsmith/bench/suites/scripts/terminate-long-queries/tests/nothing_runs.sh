# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'nothing is printed' [ "$(cat "$OUT1" "$OUT2" | wc -c)" -eq 0 ]
check 'nothing is ended' [ ! -e /bench/state/terminated ]
check 'the exit status is 0' [ "$STATUS1$STATUS2" = 00 ]
finish
