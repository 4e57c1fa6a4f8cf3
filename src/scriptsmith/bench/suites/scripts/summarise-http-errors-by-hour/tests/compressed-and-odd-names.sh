. "$HARNESS"
expected='2026-02-28 10:00 4xx=0 5xx=1
2026-03-01 10:00 4xx=2 5xx=0'
check "compressed logs and names with spaces, equals signs and leading hyphens are read" diff - "$OUT" <<<"$expected"
check "it ends with status 0" test "$STATUS" -eq 0
finish
