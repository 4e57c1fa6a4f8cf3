# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "pairs whose digits read the same in a row are told apart" test "$(<"$OUT")" = 2

finish
