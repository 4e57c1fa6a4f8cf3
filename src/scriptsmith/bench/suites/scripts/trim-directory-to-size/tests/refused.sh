# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a missing limit is refused" test "$STATUS1" -eq 2
check "a negative limit is refused" test "$STATUS2" -eq 2
check "a limit with a unit is refused" test "$STATUS3" -eq 2
check "a missing directory is refused" test "$STATUS4" -eq 2
check "an empty limit is refused" test "$STATUS5" -eq 2
check "nothing is deleted" test -f dumps/a
finish
