# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '3\t30\t192.0.2.1\n2\t3\t2001:db8::1\n1\t4\t192.0.2.4\n'; }
check "requests with spaces and quotes give the right bytes" grep -qx $'3\t30\t192.0.2.1' "$OUT"
check "a missing number of bytes is 0" grep -qx $'2\t3\t2001:db8::1' "$OUT"
check "a last line without a newline counts" grep -qx $'1\t4\t192.0.2.4' "$OUT"
check "broken lines are skipped" cmp -s "$OUT" <(expected)
finish
