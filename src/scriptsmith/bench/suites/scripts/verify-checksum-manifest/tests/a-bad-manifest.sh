# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a line of another form is refused" test "$STATUS1" -eq 2 -a ! -s "$OUT1"
check "a path with .. is refused" test "$STATUS2" -eq 2 -a ! -s "$OUT2"
check "an absolute path is refused" test "$STATUS3" -eq 2 -a ! -s "$OUT3"
check "a missing manifest is refused" test "$STATUS4" -eq 2 -a ! -s "$OUT4"
check "a missing directory and a missing argument are refused" test "$STATUS5" -eq 2 -a "$STATUS6" -eq 2
finish
