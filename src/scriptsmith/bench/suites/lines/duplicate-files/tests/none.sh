# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when all differ" test ! -s "$OUT"

finish
