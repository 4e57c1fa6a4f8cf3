# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when no id is in both" test ! -s "$OUT"

finish
