# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'DEBUG 0\nINFO 2\nWARN 1\nERROR 1\nFATAL 1\nOTHER 0\n'; }
check "a log with binary bytes is counted to its end" grep -qx 'INFO 2' "$OUT"
check "all files are counted together" cmp -s "$OUT" <(expected)
check "the exit status is 0" test "$STATUS" -eq 0
finish
