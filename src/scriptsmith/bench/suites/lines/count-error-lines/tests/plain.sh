# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the number of lines is printed, a line with two hits counted once" test "$(<"$OUT")" = 4

finish
