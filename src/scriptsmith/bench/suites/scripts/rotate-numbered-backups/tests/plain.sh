. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "it ends with status 0" test "$STATUS" -eq 0
check "the newest backup is a copy of the file" holds app.db.1 now
check "the first backup has become the second" holds app.db.2 'old 1'
check "the second backup has become the third" holds app.db.3 'old 2'
check "there are no more backups than asked for" test ! -e app.db.4
check "the file stays" holds app.db now
check "the copy has the file's mode" test "$(stat -c %a app.db.1)" = 640
check "the copy has the file's time" test "$(stat -c %Y app.db.1)" -eq "$(date -d '2026-02-03 04:05:06 UTC' +%s)"
check "nothing else is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 4
finish
