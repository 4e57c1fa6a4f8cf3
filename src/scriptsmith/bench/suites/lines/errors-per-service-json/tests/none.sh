# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed for a file without errors" test ! -s "$OUT"

finish
