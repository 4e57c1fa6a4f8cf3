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
