# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "empty logs give nothing and succeed" test "$STATUS1" -eq 0 -a ! -s "$OUT1"
check "zero is refused" test "$STATUS2" -eq 2 -a ! -s "$OUT2"
check "a word is refused" test "$STATUS3" -eq 2 -a ! -s "$OUT3"
check "no log is refused" test "$STATUS4" -eq 2
check "no argument is refused" test "$STATUS5" -eq 2
check "a negative number is refused" test "$STATUS6" -eq 2 -a ! -s "$OUT6"
finish
