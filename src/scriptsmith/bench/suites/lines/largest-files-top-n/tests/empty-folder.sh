. "$HARNESS"
check "nothing is printed" test ! -s "$OUT"
check "it ends with status 0" test "$STATUS" -eq 0
finish
