# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the others are deleted" test -d scratch/a -a ! -e scratch/a/1 -a ! -e scratch/c/3
check "the exit status tells it" test "$STATUS" -eq 1
check "the file is named on stderr" grep -q 'b/2' "$ERR"
check "only what was deleted is counted" test "$(tail -n 1 "$OUT")" = "deleted 2 files"
finish
