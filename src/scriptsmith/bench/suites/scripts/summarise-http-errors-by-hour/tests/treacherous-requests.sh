. "$HARNESS"
expected='2026-03-01 10:00 4xx=1 5xx=1
2026-03-01 11:00 4xx=1 5xx=0'
check "only the status counts, whatever stands in the request, the referrer or the agent" diff - "$OUT" <<<"$expected"
check "it ends with status 0" test "$STATUS" -eq 0
finish
