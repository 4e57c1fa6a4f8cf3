# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the share is printed, rounded down" test "$(<"$OUT")" = 67

finish
