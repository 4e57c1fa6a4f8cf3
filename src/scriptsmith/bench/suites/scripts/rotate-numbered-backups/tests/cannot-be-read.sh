. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "it says that it failed by its status" test "$STATUS" -ne 0
check "it says so on standard error" test -s "$ERR"
check "the first backup is as it was" holds store/app.db.1 'old 1'
check "the second backup is as it was" holds store/app.db.2 'old 2'
check "nothing is left behind" test "$(find store -mindepth 1 | wc -l)" -eq 3
finish
