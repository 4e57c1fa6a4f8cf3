# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'services are in the order of their names' [ "$(cat "$OUT1")" = $'100.0 C\n3.0 a\n4.0 b' ]
check 'the limit is compared with its fraction' [ "$(cat "$OUT2")" = $'100.0 C\n4.0 b' ]
check 'a rate of 100 reaches a limit of 100' [ "$(cat "$OUT3")" = '100.0 C' ]
finish
