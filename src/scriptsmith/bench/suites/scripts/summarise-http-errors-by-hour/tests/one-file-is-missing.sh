. "$HARNESS"
check "the other files are counted" diff - "$OUT" <<<'2026-03-01 10:00 4xx=0 5xx=2'
check "the missing file is named" grep -F b.log "$ERR"
check "it ends with status 1" test "$STATUS" -eq 1
finish
