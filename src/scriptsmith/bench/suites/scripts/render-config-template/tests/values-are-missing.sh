# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS1" -eq 1
check "the first missing name is told" grep -q MISSING_1 "$ERR1"
check "the second missing name is told" grep -q MISSING_2 "$ERR1"
check "a name of which only a beginning is known is told" grep -qw AB "$ERR1"
check "the file that was there stays as it was" grep -qx old out/conf
check "a new file is not made" test "$STATUS2" -eq 1 -a ! -e out/new
check "nothing is left behind" test "$(find out -mindepth 1 | wc -l)" -eq 1
finish
