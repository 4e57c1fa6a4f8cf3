# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a key with a space is refused" test "$STATUS1" -eq 2
check "a key that begins with a digit is refused" test "$STATUS2" -eq 2
check "a value of two lines is refused" test "$STATUS3" -eq 2
check "a missing value is refused" test "$STATUS4" -eq 2
check "a missing file is a failure and is not made" test "$STATUS5" -eq 1 -a ! -e missing.env
check "an empty key and a key with a dot are refused" test "$STATUS6" -eq 2 -a "$STATUS7" -eq 2
check "the file is not changed" test "$(cat app.env)" = A=1 -a "$(stat -c %Y app.env)" -eq "$(date -d 2020-01-01 +%s)"
finish
