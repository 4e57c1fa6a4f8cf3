. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "it ends with status 0" test "$STATUS" -eq 0
check "the newest backup is a copy of the file" holds app.db.1 now
for n in 1 2 4 9 10; do
  check "backup $n has become backup $((n + 1))" holds "app.db.$((n + 1))" "old $n"
done
check "a gap stays a gap" test ! -e app.db.4 -a ! -e app.db.6 -a ! -e app.db.9
check "all above the number to keep are gone" test ! -e app.db.12 -a ! -e app.db.13 -a ! -e app.db.40 -a ! -e app.db.41
finish
