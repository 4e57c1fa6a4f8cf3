# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "an empty file stays" test -f run/empty.pid
check "garbage stays" test -f run/garbage.pid -a -f run/x.pid -a -f run/path.pid
check "0 and a negative number are no process ids" test -f run/zero.pid -a -f run/negative.pid
check "two numbers are not one" test -f run/two.pid
check "the stale file after them is removed" test -d run -a ! -e run/zz-stale.pid
check "the exit status tells it" test "$STATUS" -eq 1
check "each is named on stderr" test "$(grep -cE '(empty|garbage|zero|negative|two|path|x)\.pid' "$ERR")" -ge 7
finish
