# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'DEBUG 1\nINFO 3\nWARN 1\nERROR 1\nFATAL 0\nOTHER 0\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "six lines are printed" test "$(wc -l <"$OUT")" -eq 6
check "a level that occurs is counted" grep -qx 'INFO 3' "$OUT"
check "a level that does not occur has a zero" grep -qx 'FATAL 0' "$OUT"
check "the counts are as asked" cmp -s "$OUT" <(expected)
finish
