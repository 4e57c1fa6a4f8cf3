# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when no entry has it" test ! -s "$OUT"

finish
