. "$HARNESS"
holds() { diff - "$1" <<<"$2"; }
check "both calls end with status 0" test "$STATUS1$STATUS2" = 00
check "the last call made a backup" holds app.db.1 now
check "the backup of the first call is the second" holds app.db.2 now
check "the oldest that may stay has moved twice" holds app.db.3 'old 1'
check "there are no more backups than asked for" test ! -e app.db.4
finish
