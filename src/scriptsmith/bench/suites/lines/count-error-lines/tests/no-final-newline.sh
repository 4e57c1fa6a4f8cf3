# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a last line without a newline is counted" test "$(<"$OUT")" = 2

finish
