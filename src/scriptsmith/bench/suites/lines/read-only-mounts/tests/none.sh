# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when all are writable" test ! -s "$OUT"

finish
