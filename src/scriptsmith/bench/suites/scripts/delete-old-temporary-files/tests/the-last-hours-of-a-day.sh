# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a file of seven and a half days is deleted" test ! -e scratch/seven-and-a-half-days
check "a file of seven days and an hour is deleted" test ! -e scratch/just-over
check "a file of an hour less than seven days stays" test -f scratch/just-under
check "the number is told" test "$(tail -n 1 "$OUT")" = "deleted 2 files"
finish
