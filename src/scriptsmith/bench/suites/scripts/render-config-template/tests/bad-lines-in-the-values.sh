# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a line without = is a failure" test "$STATUS1" -eq 1
check "its number is told" grep -qw 3 "$ERR1"
check "a name with a space is a failure, and its line is told" test "$STATUS2" -eq 1 -a "$(grep -cw 2 "$ERR2")" -ge 1
check "a name in small letters is a failure" test "$STATUS3" -eq 1
check "the file that was there stays as it was" grep -qx old out/conf
check "nothing is left behind" test "$(find out -mindepth 1 | wc -l)" -eq 1
finish
