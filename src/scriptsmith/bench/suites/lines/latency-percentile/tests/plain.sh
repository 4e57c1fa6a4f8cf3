# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the value at place 20 of 21 is printed" test "$(<"$OUT")" = 1000.50

finish
