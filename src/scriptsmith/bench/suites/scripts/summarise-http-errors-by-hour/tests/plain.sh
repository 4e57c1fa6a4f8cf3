. "$HARNESS"
expected='2026-03-01 09:00 4xx=0 5xx=1
2026-03-01 10:00 4xx=1 5xx=2'
check "each hour with a failure has its counts" diff - "$OUT" <<<"$expected"
check "it ends with status 0" test "$STATUS" -eq 0
finish
