. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "0 is refused" test "$STATUS1" -ne 0
check "a word is refused" test "$STATUS2" -ne 0
check "a negative number is refused" test "$STATUS3" -ne 0
check "it says so on standard error" test -s "$ERR1" -a -s "$ERR2" -a -s "$ERR3"
check "the backup is as it was" holds app.db.1 'old 1'
check "nothing is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 2
finish
