#!/usr/bin/env bash
# packages: findutils
. "$HARNESS"
ran_on find "$(find --version | sed -n '1s/.* //p')"

mkdir -p 'back ups/sub'
head -c 3000 /dev/zero >'back ups/sub/new one.gz'; head -c 4000 /dev/zero >'back ups/old.gz'; : >'back ups/empty.gz'
touch -d '4 days ago' 'back ups/empty.gz'
touch -d '5 hours ago' 'back ups/sub/new one.gz'; touch -d '3 days ago' 'back ups/old.gz'
run --directory 'back ups' --hours 6
check 'a fresh backup is in order' test "$status" -eq 0 -a -n "$(grep -x 'OK: the newest is not older than 6 hours' <<<"$out")"
check 'an empty file counts for nothing' grep -qx '2 backups in all' <<<"$out"
run --directory 'back ups' --hours 4
check 'an old one is a failure' test "$status" -eq 1 -a -n "$(grep -x 'TOO OLD: the newest is 5 hours old, more than 4' <<<"$out")"
head -c 1400 /dev/zero >'back ups/sub/tiny.gz'
run --directory 'back ups'
check 'one that shrank to less than half is a failure' test "$status" -eq 1 -a -n "$(grep '^TOO SMALL' <<<"$out")"
head -c 1600 /dev/zero >'back ups/sub/tiny.gz'
run --directory 'back ups'
check 'one of more than half is not' test "$status" -eq 0
touch 'back ups/empty.gz'
run --directory 'back ups'
check 'a newer one without content is a failure' test "$status" -eq 1 -a -n "$(grep '^EMPTY: empty.gz' <<<"$out")"
mkdir nightly
for each in 1 2; do false | gzip >nightly/$each.sql.gz; done
run --directory nightly
check 'dumps that fail every night are no backups' test "$status" -eq 1 -a -n "$(grep '^NEXT TO NOTHING' <<<"$out")"
ln -s 'back ups' linked
run --directory linked
check 'a link to the directory is followed' grep -qx '3 backups in all' <<<"$out"
mkdir beside
head -c 5000 /dev/zero >beside/shop-27.dump; touch -d '30 hours ago' beside/shop-27.dump; echo failed >beside/backup.log
run --directory beside
check 'the log of a job that failed is no backup' test "$status:$(grep -c '^TOO OLD: the newest is 30 hours' <<<"$out"):$(grep -c '^left out as logs.*: 1 ' <<<"$out")" = 1:1:1
head -c 300 /dev/zero >beside/shop-28.dump; head -c 200 /dev/zero >beside/zoo.csv
run --directory beside
check 'what is no like of it is not compared with the newest' test "$status" -eq 0
touch beside/shop-28.dump
run --directory beside
check 'its like is' grep -qx 'TOO SMALL: .* before, shop-27.dump' <<<"$out"
mkdir -p each/crm each/shop
for n in 1 2 3; do for db in crm shop; do head -c 500 /dev/zero >each/$db/dump-2026110$n.gz; touch -d "$((4 - n)) days ago" each/$db/dump-2026110$n.gz; done; done
touch each/shop/dump-20261103.gz; touch -d '2 days ago' each/crm/dump-20261103.gz
run --directory each
check 'a database whose backups have ended while others go on is named' test "$status:$(grep '^note: ' <<<"$out")" = '0:note: crm/dump-20261103.gz, the newest of its series, is 48 hours old'
run --directory 'back ups' --pattern 'none*'
check 'none at all is a failure' test "$status" -eq 1 -a -n "$(grep '^NO BACKUP' <<<"$out")"
finish
