# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed for a file with only a heading" test ! -s "$OUT"

finish
