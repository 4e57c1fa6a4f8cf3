# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "no fragment at all is a failure" test "$STATUS1" -eq 1
check "a missing directory is refused" test "$STATUS2" -eq 2
check "a missing file name is refused" test "$STATUS3" -eq 2
check "the file that was there stays as it was" cmp -s daemon.conf <(echo old)
check "nothing is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 2
finish
