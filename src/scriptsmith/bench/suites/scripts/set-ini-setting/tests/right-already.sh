# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "both runs succeed" test "$STATUS1$STATUS2" = 00
check "the content stays" cmp -s app.ini copy
check "the file is not written" test "$(stat -c %Y app.ini)" -eq "$(date -d 2020-01-01 +%s)"
finish
