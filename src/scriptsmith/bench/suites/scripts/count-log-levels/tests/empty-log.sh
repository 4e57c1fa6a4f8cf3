# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'DEBUG 0\nINFO 0\nWARN 0\nERROR 0\nFATAL 0\nOTHER 0\n'; }
check "an empty log gives zeros" cmp -s "$OUT1" <(expected)
check "an empty log is no failure" test "$STATUS1" -eq 0
check "no argument is refused" test "$STATUS2" -eq 2 -a ! -s "$OUT2"
finish
