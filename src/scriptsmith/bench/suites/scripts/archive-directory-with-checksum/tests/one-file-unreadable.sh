# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "no half archive is left" test -z "$(find backups -mindepth 1 -name '*tar*' -print -quit)"
check "nothing at all is left" test -z "$(find backups -mindepth 1 -print -quit)"
check "the reason is told on stderr" test -s "$ERR"
check "success is not claimed" test ! -s "$OUT"
finish
