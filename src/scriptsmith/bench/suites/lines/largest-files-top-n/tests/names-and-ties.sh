. "$HARNESS"
expected='100 data/.cache/.hidden
10 data/ten
9 data/9
9 data/B
9 data/a'
check "hidden files count, sizes are numbers, and ties are ordered by path" diff - "$OUT" <<<"$expected"
finish
