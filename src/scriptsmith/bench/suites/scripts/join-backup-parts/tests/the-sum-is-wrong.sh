# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "there is nothing under the name" test ! -e out/db
check "nothing is left in the folder" test -z "$(find out -mindepth 1 -print -quit)"
check "the reason is told on stderr" test -s "$ERR"
check "success is not claimed" test ! -s "$OUT"
check "the parts stay" test -s in/db.part-1 -a -s in/db.part-2
finish
