# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a file that is there is a failure" test "$STATUS1" -eq 1
check "it is not touched" grep -qx precious out/db
check "a broken link that is there is a failure and stays" test "$STATUS2" -eq 1 -a -L out/link -a ! -e out/nowhere
check "a directory that is there is a failure, and nothing is put into it" test "$STATUS3" -eq 1 -a -z "$(find out/dir -mindepth 1 -print -quit)"
check "a folder that is not there is a failure" test "$STATUS4" -eq 1
check "a missing argument is refused" test "$STATUS5" -eq 2
check "nothing else is left in the folder" test "$(find out -mindepth 1 | wc -l)" -eq 3
finish
