# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the value at place 19 of 20 is printed" test "$(<"$OUT")" = 190

finish
