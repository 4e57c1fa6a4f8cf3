#!/usr/bin/env bash
. "$HARNESS"

mkdir -p 'back ups/sub'
head -c 3000 /dev/zero >'back ups/sub/new one.gz'
head -c 4000 /dev/zero >'back ups/old.gz'
: >'back ups/empty.gz'
touch -d '4 days ago' 'back ups/empty.gz'
touch -d '5 hours ago' 'back ups/sub/new one.gz'
touch -d '3 days ago' 'back ups/old.gz'
run --directory 'back ups'
check 'a fresh backup succeeds' test "$status" -eq 0
check 'it is named with age and size' grep -Eqx ' +5h 00m +3\.0K +sub/new one.gz' <<<"$out"
check 'the one before it follows' grep -Eq ' 72h 00m +4\.0K +old.gz' <<<"$(sed -n 2p <<<"$out")"
check 'it says so' grep -qx 'OK: the newest is not older than 26 hours' <<<"$out"
check 'an empty file is no backup' grep -qx '2 backups in all' <<<"$out"
run --directory 'back ups' --hours 4
check 'an old backup is a failure' test "$status" -eq 1
check 'and why is told' grep -qx 'TOO OLD: the newest is 5 hours old, more than 4' <<<"$out"
run --directory 'back ups' --pattern 'old*'
check 'a pattern narrows the choice' grep -q '^TOO OLD: the newest is 72 hours' <<<"$out"
head -c 100 /dev/zero >'back ups/sub/tiny.gz'
run --directory 'back ups'
check 'one that shrank is a failure' bash -c '[ "$1" = 1 ] && grep -q "^TOO SMALL" <<<"$2"' _ "$status" "$out"
touch -d '+2 days' 'back ups/sub/tiny.gz'
run --directory 'back ups'
check 'one from the future is a failure' grep -q '^IN THE FUTURE' <<<"$out"
run --directory 'back ups' --pattern 'none*'
check 'none at all is a failure' bash -c '[ "$1" = 1 ] && grep -q "^NO BACKUP" <<<"$2"' _ "$status" "$out"
touch -d '+3 days' 'back ups/empty.gz'
run --directory 'back ups'
check 'a newer one without content is a failure' bash -c '[ "$1" = 1 ] && grep -qx "EMPTY: empty.gz is newer, and has no content" <<<"$2"' _ "$status" "$out"
mkdir nightly
for each in 1 2 3; do : | gzip >nightly/$each.gz; done
run --directory nightly
check 'packed files without content are no backups, however many there are' bash -c '[ "$1" = 1 ] && grep -qx "NEXT TO NOTHING: the newest has 20 bytes, as a packed file without content" <<<"$2"' _ "$status" "$out"
head -c 100 /dev/zero >nightly/1.gz
run --directory nightly
check 'from 100 bytes on it may be one' test "$status" -eq 0
ln -s 'back ups' linked
run --directory linked
check 'a link to the directory is followed' grep -qx '3 backups in all' <<<"$out"
mkdir -p beside/small
head -c 5000 /dev/zero >beside/shop-2026-11-27.dump; touch -d '50 hours ago' beside/shop-2026-11-27.dump
head -c 5000 /dev/zero >beside/shop-2026-11-28.dump; touch -d '30 hours ago' beside/shop-2026-11-28.dump
printf 'it failed\n' >beside/backup.log; printf '0\n' >beside/shop-2026-11-28.dump.SHA256; printf '0\n' >beside/SHA256SUMS; head -c 900 /dev/zero >beside/shop-2026-11-29.dump.part
run --directory beside
check 'the log of a job that failed is no backup, nor are checksums and unfinished files' \
  test "$status:$(grep -c '^TOO OLD: the newest is 30 hours old' <<<"$out"):$(grep -c '^NEXT' <<<"$out"):$(grep -c '^TOO SMALL' <<<"$out")" = 1:1:0:0
check 'that they are left out is told' grep -qx 'left out as logs, checksums or unfinished files: 4 (a pattern takes them)' <<<"$out"
run --directory beside --pattern '*.log'
check 'a pattern takes them' grep -q ' backup.log$' <<<"$out"
head -c 300 /dev/zero >beside/users-2026-11-29.dump; head -c 310 /dev/zero >beside/users-2026-11-28.dump; touch -d '1 day ago' beside/users-2026-11-28.dump
head -c 4900 /dev/zero >beside/shop-2026-11-29.dump; touch -d '1 hour ago' beside/shop-2026-11-29.dump
run --directory beside
check 'one is compared with the one before of its own series' test "$status:$(grep -c '^TOO SMALL' <<<"$out")" = 0:0
check 'a series that goes on is not called old' test "$(grep -c '^note: ' <<<"$out")" = 0
touch -d '49 hours ago' beside/users-2026-11-28.dump; touch -d '29 hours ago' beside/users-2026-11-29.dump; head -c 310 /dev/zero >beside/2026; touch -d '9 days ago' beside/2026
run --directory beside
check 'one that has ended beside one that goes on is named, and is no failure' \
  test "$status:$(grep '^note: ' <<<"$out")" = '0:note: users-2026-11-29.dump, the newest of its series, is 29 hours old'
run --directory beside --hours 30
check 'but not within the time that is allowed' test "$(grep -c '^note: ' <<<"$out")" = 0
run --directory beside --hours 28 --pattern 'users*'
check 'nor when it is that of the newest' test "$status:$(grep -c '^note: ' <<<"$out"):$(grep -c '^TOO OLD' <<<"$out")" = 1:0:1
mkdir lots; for each in {a..n}-{1..2}.gz; do head -c 200 /dev/zero >"lots/$each"; touch -d "3 days ago" "lots/$each"; done; touch lots/n-2.gz
run --directory lots
check 'ten are named at most' test "$status:$(grep -c '^note: .*72 hours old$' <<<"$out")" = 0:10
rm beside/2026
head -c 150 /dev/zero >beside/users-2026-11-29.dump
run --directory beside
check 'and that it shrank is told, with the name' grep -qx 'TOO SMALL: the newest has less than half the size of the one before, users-2026-11-28.dump' <<<"$out"
head -c 100 /dev/zero >beside/small/notes.txt
run --directory beside
check 'a file that has no like is not compared' test "$status:$(grep -c '^TOO SMALL' <<<"$out")" = 0:0
stub find <<<'exec /usr/bin/find "$@"'
run --directory nightly
check 'a file that goes while it looks is no failure' test -n "$(calls '^find .* -ignore_readdir_race -type f ')"
rm .stubs/find
run --directory nowhere
check 'a missing directory is refused' test "$status" -eq 3
run
check 'a directory is needed' test "$status" -eq 2
run --directory 'back ups' --hours 0
check 'no time is refused' test "$status" -eq 2
run --directory 'back ups' --hours '1; touch pwned'
check 'a hostile number is refused' test "$status" -eq 2
run --directory 'back ups' --pattern '$(touch pwned)'
check 'a hostile pattern runs nothing' test ! -e pwned
finish
