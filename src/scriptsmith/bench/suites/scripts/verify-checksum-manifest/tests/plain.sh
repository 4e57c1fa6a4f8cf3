# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'CHANGED b\nMISSING sub/c\nEXTRA sub/e\n'; }
check "the exit status tells that there are differences" test "$STATUS" -eq 1
check "a changed file is told" grep -qx 'CHANGED b' "$OUT"
check "a missing file is told" grep -qx 'MISSING sub/c' "$OUT"
check "an extra file is told, and not the manifest" test "$(grep EXTRA "$OUT")" = 'EXTRA sub/e'
check "the report is as asked, and nothing else" cmp -s "$OUT" <(expected)
finish
