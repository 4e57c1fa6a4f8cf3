# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a hidden file can be the newest" test "$(<"$OUT")" = .-hidden

finish
