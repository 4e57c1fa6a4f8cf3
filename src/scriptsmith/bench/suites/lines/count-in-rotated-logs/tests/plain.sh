# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the lines of all parts are counted" test "$(<"$OUT")" = 8

finish
