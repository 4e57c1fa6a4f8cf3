# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 1" test "$STATUS" -eq 1
check "the file keeps its name" test -f 'up/A B' -a ! -e up/a_b
check "it is named on stderr" grep -q 'A B' "$ERR"
check "a renaming that did not happen is not told" test ! -s "$OUT"
finish
