# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when one file is empty" test ! -s "$OUT"
check "the other file stays" test "$(grep -c , users.csv)" = 8

finish
