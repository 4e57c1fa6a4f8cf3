# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a dangling current is refused" test "$STATUS1" -eq 1
check "a missing current is refused" test "$STATUS2" -eq 1
check "a current that is a directory is refused" test "$STATUS3" -eq 1
check "nothing is deleted" test "$(find dangling/releases none/releases dir/releases -mindepth 1 | wc -l)" -eq 6
finish
