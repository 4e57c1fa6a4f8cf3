. "$HARNESS"
check "the number of different addresses is printed" diff - "$OUT" <<<4
check "it ends with status 0" test "$STATUS" -eq 0
finish
