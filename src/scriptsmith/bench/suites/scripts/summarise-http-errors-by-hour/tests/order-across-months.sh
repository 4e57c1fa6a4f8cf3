. "$HARNESS"
expected='2025-12-31 23:00 4xx=1 5xx=0
2026-01-02 23:00 4xx=0 5xx=1
2026-02-01 00:00 4xx=0 5xx=2
2026-04-01 05:00 4xx=1 5xx=0'
check "hours stand in the order of time, over all files" diff - "$OUT" <<<"$expected"
check "it ends with status 0" test "$STATUS" -eq 0
finish
