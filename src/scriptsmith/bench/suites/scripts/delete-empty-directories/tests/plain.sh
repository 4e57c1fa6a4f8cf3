# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
gone() { [[ ! -e $1 && ! -L $1 ]]; }
check "the exit status is 0" test "$STATUS" -eq 0
check "an empty directory is removed" gone spool/d
check "directories that hold only empty ones are removed" gone spool/a
check "an empty directory beside a file is removed" gone spool/keep/e
check "files stay" test -f spool/keep/file
check "the number of removed directories is told" test "$(tail -n 1 "$OUT")" = "removed 5"
finish
