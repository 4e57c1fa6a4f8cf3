. "$HARNESS"
check "what is no request is ignored, and the last line is not" diff - "$OUT" <<<'2026-03-01 10:00 4xx=0 5xx=1'
check "it ends with status 0" test "$STATUS" -eq 0
finish
