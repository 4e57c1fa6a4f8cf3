. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "it says that it failed by its status" test "$STATUS" -ne 0
check "it says so on standard error" test -s "$ERR"
check "the backup is as it was" holds app.db.1 'old 1'
check "nothing is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 1
finish
