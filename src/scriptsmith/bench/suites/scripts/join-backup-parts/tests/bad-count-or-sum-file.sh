# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a missing count is a failure" test "$STATUS1" -eq 1
check "a count that is no number is a failure" test "$STATUS2" -eq 1
check "a count of 0 is a failure" test "$STATUS3" -eq 1
check "a missing sum is a failure" test "$STATUS4" -eq 1
check "an empty sum is a failure" test "$STATUS5" -eq 1
check "nothing is written" test -z "$(find out -mindepth 1 -print -quit)"
finish
