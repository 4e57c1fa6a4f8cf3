# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the directory stays in its place" test -d var/data -a ! -L var/data
check "nothing in it is lost" test "$(find var/data -type f | wc -l)" -eq 3
check "nothing is left in the other place" test -z "$(find mnt -mindepth 1 -print -quit)"
check "the reason is told on stderr" test -s "$ERR"
finish
