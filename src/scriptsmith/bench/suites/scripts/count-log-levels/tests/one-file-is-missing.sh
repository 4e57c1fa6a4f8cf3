# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'DEBUG 0\nINFO 1\nWARN 1\nERROR 0\nFATAL 0\nOTHER 0\n'; }
check "the other files are counted" cmp -s "$OUT" <(expected)
check "the exit status tells it" test "$STATUS" -eq 1
check "the missing file is named on stderr" grep -q 'missing\.log' "$ERR"
check "the closed file is named on stderr" grep -q 'closed\.log' "$ERR"
finish
