# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a missing number is refused" test "$STATUS1" -eq 2
check "a negative number is refused" test "$STATUS2" -eq 2
check "a word is refused" test "$STATUS3" -eq 2
check "a missing directory is refused" test "$STATUS4" -eq 2
check "an empty number is refused" test "$STATUS5" -eq 2
check "nothing is changed" test -f logs/a.log -a ! -e logs/a.log.gz
finish
