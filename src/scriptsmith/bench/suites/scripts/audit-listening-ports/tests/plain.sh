# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the port that is not allowed is told' [ "$(cat "$OUT")" = '8080 0.0.0.0' ]
check 'a socket on loopback does not count' [ -z "$(grep 5432 "$OUT")" ]
check 'a connection, or a UDP socket, does not count' [ -z "$(grep -E '41822|323' "$OUT")" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
