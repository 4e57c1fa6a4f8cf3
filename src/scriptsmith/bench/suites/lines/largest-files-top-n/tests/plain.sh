. "$HARNESS"
expected='4000000 data/sub/d
6000 data/f
2000 data/b
700 data/g
300 data/sub/c'
check "the five largest files come in order" diff - "$OUT" <<<"$expected"
check "it ends with status 0" test "$STATUS" -eq 0
finish
