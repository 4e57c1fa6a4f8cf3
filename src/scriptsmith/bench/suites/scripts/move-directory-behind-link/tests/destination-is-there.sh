# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a directory that is there is refused, and stays" test "$STATUS1" -eq 1 -a "$(find mnt/dir -mindepth 1 -printf %f)" = f
check "an empty directory that is there is refused, and stays" test "$STATUS2" -eq 1 -a -z "$(find mnt/empty -mindepth 1)"
check "a file that is there is refused, and stays" test "$STATUS3" -eq 1 -a "$(cat mnt/file)" = precious
check "a broken link that is there is refused, and stays" test "$STATUS4" -eq 1 -a -L mnt/link
check "the directory stays in its place" test -f var/data/f -a ! -L var/data
check "nothing is left behind" test "$(find var mnt -mindepth 1 -maxdepth 1 | wc -l)" -eq 5
finish
