# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { for each in "$STATUS1" "$STATUS2" "$STATUS3" "$STATUS4" "$STATUS5" "$STATUS6"; do [[ $each == 2 ]] || return 1; done; }
check "a missing number is refused" test "$STATUS1" -eq 2
check "a negative number and a word are refused" test "$STATUS2" -eq 2 -a "$STATUS3" -eq 2
check "a directory without releases is refused" test "$STATUS4" -eq 2
check "every wrong usage is refused" refused
check "nothing is deleted" test -d app/releases/1 -a -d app/releases/2 -a -d releases/x
finish
