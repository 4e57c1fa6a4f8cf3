# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '6\topen/f\n3\th\n'; }
check "what can be read is listed" cmp -s "$OUT" <(expected)
check "the exit status tells that a part is missing" test "$STATUS" -eq 1
check "the unreadable part is named on stderr" grep -q closed "$ERR"
finish
