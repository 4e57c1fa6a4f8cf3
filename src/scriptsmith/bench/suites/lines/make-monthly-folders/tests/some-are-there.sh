# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "exactly the twelve folders are there" diff <(printf '%02d\n' 1 2 3 4 5 6 7 8 9 10 11 12) <(ls -A archive)
check "what was in a folder stays" test "$(cat archive/03/report.txt)" = kept
check "the first run ends with status 0" test "$STATUS1" = 0
check "the second run ends with status 0" test "$STATUS2" = 0

finish
