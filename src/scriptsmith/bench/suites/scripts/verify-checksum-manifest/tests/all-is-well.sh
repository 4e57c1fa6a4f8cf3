# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a directory that is as listed gives exit status 0" test "$STATUS1" -eq 0
check "and no output" test ! -s "$OUT1"
check "an empty directory with an empty manifest is well too" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
finish
