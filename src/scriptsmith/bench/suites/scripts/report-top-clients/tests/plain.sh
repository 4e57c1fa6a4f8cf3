# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '4\t66\t192.0.2.2\n3\t305\t192.0.2.1\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "as many clients as asked for are printed" test "$(wc -l <"$OUT")" -eq 2
check "plain and compressed logs are counted together" test "$(head -n 1 "$OUT" | cut -f 1,3)" = $'4\t192.0.2.2'
check "requests, bytes and clients are as asked" cmp -s "$OUT" <(expected)
finish
