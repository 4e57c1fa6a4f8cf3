# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed for an empty file" test ! -s "$OUT"

finish
