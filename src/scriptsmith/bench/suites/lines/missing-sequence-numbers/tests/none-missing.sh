# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when none is missing" test ! -s "$OUT"

finish
