. "$HARNESS"
check "it ends with status 2" test "$STATUS" -eq 2
check "it says how it is used" test -s "$ERR"
check "it prints no counts" test ! -s "$OUT"
finish
