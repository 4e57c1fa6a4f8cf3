# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "parts that end without a newline are counted right" test "$(<"$OUT")" = 4

finish
