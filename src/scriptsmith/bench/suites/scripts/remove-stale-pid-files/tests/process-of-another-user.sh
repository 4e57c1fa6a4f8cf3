# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the file of a living process of another user stays" test -f run/init.pid
check "the stale file is removed" test -d run -a ! -e run/web.pid
check "the exit status is 0" test "$STATUS" -eq 0
finish
