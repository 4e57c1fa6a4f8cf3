# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the lines of all logs are counted" test "$(<"$OUT")" = 10

finish
