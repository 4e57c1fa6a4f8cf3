# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a directory with a hidden file stays" test -f spool/hidden/.keep
check "a directory with a link stays" test -L spool/linked/link
check "what lies behind a link stays" test -d outside/empty
check "a link that points nowhere stays" test -L spool/gone-link
check "the empty directory is removed" test ! -e spool/gone
check "one removal is told" test "$(tail -n 1 "$OUT")" = "removed 1"
finish
