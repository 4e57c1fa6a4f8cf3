# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed when the files are the same" test ! -s "$OUT"

finish
