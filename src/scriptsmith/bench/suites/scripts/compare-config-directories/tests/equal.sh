# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "equal trees give an empty report" test ! -s "$OUT1"
check "equal trees give exit status 0, whatever modes and times are" test "$STATUS1" -eq 0
check "empty directories are equal" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
finish
