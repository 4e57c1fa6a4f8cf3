# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a number above 255 is refused" test "$STATUS1" -eq 2
check "three numbers are refused" test "$STATUS2" -eq 2
check "a name with a space is refused" test "$STATUS3" -eq 2
check "an empty name is refused" test "$STATUS4" -eq 2
check "a missing file is a failure and is not made" test "$STATUS5" -eq 1 -a ! -e missing
check "a missing address is refused" test "$STATUS6" -eq 2
check "more than an address is refused" test "$STATUS7" -eq 2
check "the file is not changed" test "$(cat hosts)" = '10.0.0.1 a' -a "$(stat -c %Y hosts)" -eq "$(date -d 2020-01-01 +%s)"
finish
