# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'CHANGED closed\nMISSING kind\nMISSING replaced\n'; }
check "a file that cannot be read is told" grep -qx 'CHANGED closed' "$OUT"
check "a link in the place of a file is no file" grep -qx 'MISSING replaced' "$OUT"
check "a directory in the place of a file is no file" grep -qx 'MISSING kind' "$OUT"
check "an extra link is ignored" cmp -s "$OUT" <(expected)
check "the exit status tells that there are differences" test "$STATUS" -eq 1
finish
