# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the only value is printed" test "$(<"$OUT")" = 7.0

finish
