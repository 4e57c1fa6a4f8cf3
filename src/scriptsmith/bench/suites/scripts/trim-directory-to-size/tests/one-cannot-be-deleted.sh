# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the next oldest are deleted instead" test -d dumps -a ! -e dumps/b -a ! -e dumps/c
check "no more than needed is deleted" test -f dumps/d
check "what could not be deleted is named on stderr" grep -q 'closed/a' "$ERR"
check "it still counts" test "$(tail -n 1 "$OUT")" = 'size 20'
check "the exit status tells it" test "$STATUS" -eq 1
finish
