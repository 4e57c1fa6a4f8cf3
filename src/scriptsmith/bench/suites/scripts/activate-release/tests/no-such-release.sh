# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a release that is not there is refused" test "$STATUS1" -eq 1
check "a file is no release" test "$STATUS2" -eq 1
check "a path is no name" test "$STATUS3" -eq 2
check "an empty name is refused" test "$STATUS4" -eq 2
check "two dots are refused" test "$STATUS5" -eq 2
check "a missing name is refused" test "$STATUS6" -eq 2
check "current stays" test "$(readlink app/current)" = releases/1
check "previous is not made" test ! -e app/previous -a ! -L app/previous
finish
