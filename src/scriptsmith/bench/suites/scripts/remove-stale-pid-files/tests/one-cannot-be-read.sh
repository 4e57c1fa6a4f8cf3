# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the files before and after it are removed" test -d run -a ! -e run/a.pid -a ! -e run/c.pid
check "the file that cannot be read stays" test -f run/b.pid
check "it is named on stderr" grep -q 'b\.pid' "$ERR1"
check "the exit status tells it" test "$STATUS1" -eq 1
check "a directory without pid files is no failure" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
check "no argument and a missing directory are refused" test "$STATUS3" -eq 2 -a "$STATUS4" -eq 2
finish
