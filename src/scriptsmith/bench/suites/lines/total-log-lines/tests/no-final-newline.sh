# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "lines without a newline are counted" test "$(<"$OUT")" = 5

finish
