# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { for each in "$STATUS1" "$STATUS2" "$STATUS3" "$STATUS4" "$STATUS5" "$STATUS6" "$STATUS8"; do [[ $each == 2 ]] || return 1; done; }
check "a missing value is refused" test "$STATUS1" -eq 2
check "an empty section is refused" test "$STATUS2" -eq 2
check "a value of two lines is refused" test "$STATUS6" -eq 2
check "every wrong usage is refused" refused
check "a missing file is a failure and is not made" test "$STATUS7" -eq 1 -a ! -e missing.ini
check "the file is not changed" test "$(md5sum <app.ini)" = "$(printf '[s]\nk = 1\n' | md5sum)" -a "$(stat -c %Y app.ini)" -eq "$(date -d 2020-01-01 +%s)"
finish
