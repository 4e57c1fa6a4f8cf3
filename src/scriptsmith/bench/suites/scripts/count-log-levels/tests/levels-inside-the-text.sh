# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'DEBUG 1\nINFO 1\nWARN 1\nERROR 0\nFATAL 1\nOTHER 6\n'; }
check "a level in the text of another message does not count" grep -qx 'WARN 1' "$OUT"
check "longer words, lower case and a colon are no levels" grep -qx 'ERROR 0' "$OUT"
check "a level without text counts" grep -qx 'FATAL 1' "$OUT"
check "a last line without a newline counts" grep -qx 'DEBUG 1' "$OUT"
check "blank lines and others are counted as such" grep -qx 'OTHER 6' "$OUT"
check "nothing else is printed" cmp -s "$OUT" <(expected)
finish
