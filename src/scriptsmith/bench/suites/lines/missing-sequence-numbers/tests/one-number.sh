# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed for a single number" test ! -s "$OUT"

finish
