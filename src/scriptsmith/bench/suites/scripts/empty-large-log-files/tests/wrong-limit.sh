# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a limit that is no number is refused" test "$STATUS1" -eq 2
check "a missing argument is refused" test "$STATUS2" -eq 2
check "a missing directory is refused" test "$STATUS3" -eq 2
check "an empty limit is refused" test "$STATUS4" -eq 2
check "nothing is changed" test "$(stat -c %s logs/a.log)" -eq 3145728
finish
