# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when no file is of that month" test ! -s "$OUT"

finish
