# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the directory stays" test -d app/current -a ! -L app/current
check "its content stays" grep -qx data app/current/data
check "no link was put into it" test -z "$(find app -type l -print -quit)"
check "the reason is told on stderr" test -s "$ERR"
finish
