# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "0 is printed when there is no such line" test "$(<"$OUT")" = 0

finish
