# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "one digit is lower than two" test "$(tail -n 1 "$OUT1")" = '10 -> 9'
check "a version with more parts comes after its beginning" test "$(tail -n 1 "$OUT2")" = '9 -> 1.0.1'
check "the third step reaches the lowest" test "$(tail -n 1 "$OUT3")" = '1.0.1 -> 1'
check "the fourth finds none and fails" test "$STATUS4" -eq 1
check "current stays at the lowest" test "$(readlink app/current)" = releases/1
finish
