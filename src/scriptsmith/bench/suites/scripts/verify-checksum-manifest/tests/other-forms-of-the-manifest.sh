# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "CR LF, upper case, binary marks, ./ and odd names are read right" test ! -s "$OUT"
check "the exit status is 0" test "$STATUS" -eq 0
finish
