# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when there is no session" test ! -s "$OUT"

finish
