# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when nobody has that shell" test ! -s "$OUT"

finish
