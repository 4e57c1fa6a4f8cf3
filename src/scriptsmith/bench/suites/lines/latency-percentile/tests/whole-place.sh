# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the value at place 95 of 100 is printed" test "$(<"$OUT")" = 95

finish
