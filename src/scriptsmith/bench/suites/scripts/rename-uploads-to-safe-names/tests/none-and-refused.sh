# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "an empty directory is no failure" test "$STATUS1" -eq 0 -a ! -s "$OUT1"
check "no argument is refused" test "$STATUS2" -eq 2
check "a missing directory is refused" test "$STATUS3" -eq 2
check "a file is refused" test "$STATUS4" -eq 2
check "two arguments are refused" test "$STATUS5" -eq 2
check "nothing is renamed" test -f 'A B'
finish
