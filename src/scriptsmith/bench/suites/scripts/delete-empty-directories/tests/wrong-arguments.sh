# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "no argument is refused" test "$STATUS1" -eq 2
check "two arguments are refused" test "$STATUS2" -eq 2
check "a missing directory is refused" test "$STATUS3" -eq 2
check "a file is refused" test "$STATUS4" -eq 2
check "an empty argument is refused" test "$STATUS5" -eq 2
check "nothing is removed" test -d spool/empty
finish
