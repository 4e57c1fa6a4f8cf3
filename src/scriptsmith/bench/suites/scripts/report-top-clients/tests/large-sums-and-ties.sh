# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '3\t25769803776\t10.0.0.8\n3\t12884901891\t10.0.0.10\n3\t12884901891\t10.0.0.9\n'; }
check "large sums are written in full, ties are ordered as asked" cmp -s "$OUT1" <(expected)
check "many clients are no trouble" cmp -s "$OUT2" <(expected | head -n 2)
check "both runs succeed" test "$STATUS1" -eq 0 -a "$STATUS2" -eq 0
finish
