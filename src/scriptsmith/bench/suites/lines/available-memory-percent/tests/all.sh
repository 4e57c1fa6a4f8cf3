# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "all of it is 100" test "$(<"$OUT")" = 100

finish
