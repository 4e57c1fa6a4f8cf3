# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "an old file is deleted" test -d scratch -a ! -e scratch/old
check "an old file in a lower directory is deleted" test ! -e scratch/sub/deep/older
check "new files stay" test -f scratch/new -a -f scratch/sub/recent
check "a directory that became empty stays" test -d scratch/sub/deep
check "a file named .keep stays" test -f scratch/.keep
check "the number is told" test "$(tail -n 1 "$OUT")" = "deleted 2 files"
finish
