# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an interface that is not there ends with 2' [ "$STATUS1" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS2" -eq 2 ]
check 'the routing table is as it was' [ "$(cat /bench/state/routes)" = '10.20.0.0/16 via 192.0.2.9 dev eth0' ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" | wc -c)" -eq 0 ]
finish
