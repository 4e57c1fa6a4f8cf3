# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "values that cannot be read are a failure" test "$STATUS1" -eq 1
check "a missing template is a failure" test "$STATUS2" -eq 1
check "a folder that cannot be written is a failure" test "$STATUS3" -eq 1
check "a missing argument is refused" test "$STATUS4" -eq 2
check "a folder that does not exist is a failure" test "$STATUS5" -eq 1
check "the file that was there stays as it was" grep -qx old out/conf
check "nothing is left behind" test "$(find out -mindepth 1 | wc -l)" -eq 1
finish
