. "$HARNESS"
check "nothing is printed where nothing failed" test ! -s "$OUT1"
check "nothing is printed for an empty log" test ! -s "$OUT2"
check "both are successes" test "$STATUS1$STATUS2" = 00
finish
