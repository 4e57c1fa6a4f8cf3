# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a share below one percent is 0" test "$(<"$OUT")" = 0

finish
