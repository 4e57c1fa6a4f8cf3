. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "it ends with status 0" test "$STATUS" -eq 0
check "the only backup is a copy of the file" holds app.db.1 now
check "the old backup is gone" test ! -e app.db.2
for other in app.db.bak app.db.1.gz app.db.01 app.db.7x app.db.old.1 app.db2.1 other.db.1; do
  check "$other is no backup and stays" holds "$other" "$other"
done
check "nothing else is left behind" test "$(find . -mindepth 1 | wc -l)" -eq 9
finish
