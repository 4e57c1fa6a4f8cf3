# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "one core is 1, whatever its number" test "$(<"$OUT")" = 1

finish
