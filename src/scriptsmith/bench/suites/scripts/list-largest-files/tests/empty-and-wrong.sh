# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a directory without files gives nothing and succeeds" test "$STATUS1" -eq 0 -a ! -s "$OUT1"
check "zero files is refused" test "$STATUS2" -eq 2 -a ! -s "$OUT2"
check "a number that is none is refused" test "$STATUS3" -eq 2 -a ! -s "$OUT3"
check "a missing directory is refused" test "$STATUS4" -eq 2 -a ! -s "$OUT4"
check "a missing number is refused" test "$STATUS5" -eq 2 -a ! -s "$OUT5"
finish
