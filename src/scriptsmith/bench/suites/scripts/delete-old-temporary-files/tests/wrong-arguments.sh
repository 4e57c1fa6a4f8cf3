# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
refused() { for each in "$STATUS1" "$STATUS2" "$STATUS3" "$STATUS4" "$STATUS5" "$STATUS6"; do [[ $each == 2 ]] || return 1; done; }
check "a missing argument is refused" test "$STATUS1" -eq 2
check "a negative number and a number with a unit are refused" test "$STATUS2" -eq 2 -a "$STATUS3" -eq 2
check "every wrong usage is refused" refused
check "nothing is deleted" test -f scratch/old -a -f old
finish
