. "$HARNESS"
check "an empty log has no address" diff - "$OUT" <<<0
check "it ends with status 0" test "$STATUS" -eq 0
finish
