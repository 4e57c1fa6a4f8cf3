#!/usr/bin/env bash
# packages: psmisc gzip
. "$HARNESS"
use disks
ran_on gzip "$(gzip --version | sed -n '1s/.* //p')"

mkdir -p '/srv/my logs'; cd '/srv/my logs' || exit 1
for name in 'old one.log' held.log twice.log new.log notes.txt; do seq 1000 >"$name"; done
printf 'before\n' >twice.log.gz; chown 1234:4321 'old one.log'; chmod 640 'old one.log'
touch -d '10 days ago' 'old one.log' held.log twice.log notes.txt
exec 7<>held.log; sleep 100 & exec 7>&-
cd /scratch || exit 1; files() { ls '/srv/my logs'; }
run --directory '/srv/my logs' --dry-run
check 'a dry run changes nothing' test "$status:$(files | wc -l)" = 0:6
run --directory '/srv/my logs'
check 'an old log is compressed' test "$status:$(zcat '/srv/my logs/old one.log.gz' | tail -n 1)" = 0:1000 -a ! -e '/srv/my logs/old one.log'
check 'with its owner and mode' test "$(stat -c '%u:%g %a' '/srv/my logs/old one.log.gz')" = '1234:4321 640'
check 'one that is open, one that is new and another kind of file stay' test -e '/srv/my logs/held.log' -a -e '/srv/my logs/new.log' -a -e '/srv/my logs/notes.txt' -a ! -e '/srv/my logs/held.log.gz'
check 'one with a .gz beside it stays, and that too' test "$(cat '/srv/my logs/twice.log.gz')" = before -a -e '/srv/my logs/twice.log'
run --directory '/srv/my logs'
check 'a second run has nothing to do' test "$status" -eq 0 -a -n "$(grep '^0 compressed' <<<"$out")"
seq 10 >'/srv/my logs/more.log'; touch -d '10 days ago' '/srv/my logs/more.log'; ln -s '/srv/my logs' /srv/logs
run --directory /srv/logs
check 'a directory that is a link is searched' test -e '/srv/my logs/more.log.gz'
mkdir '/srv/my logs/app' && mount -t tmpfs app '/srv/my logs/app' && seq 10 >'/srv/my logs/app/app.log' && touch -d '10 days ago' '/srv/my logs/app/app.log'
run --directory /srv/logs
check 'another file system below is not entered, and named' test "$(ls '/srv/my logs/app'):$(grep -c '^note: not entered, another file system: /srv/logs/app$' <<<"$err")" = app.log:1
mkdir -m 777 /srv/shared && seq 10 >/srv/shared/app.log && chmod 644 /srv/shared/app.log && exec 8>>/srv/shared/app.log
touch -d '30 days ago' /srv/shared/app.log
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --directory /srv/shared >.out 2>.err
check 'without root a log of another user, who may hold it open, stays' test "$(ls /srv/shared):$(grep -c 'of another user, left alone' .err)" = app.log:1
exec 8>&-
if grep -qw btrfs /proc/filesystems; then
  file_system tree 200M mkfs.btrfs -q
  mkdir /mnt/tree/logs && btrfs subvolume create /mnt/tree/logs/sub >/dev/null && printf 'x\n' >/mnt/tree/logs/sub/app.log
  touch -d '40 days ago' /mnt/tree/logs/sub/*
  run --directory /mnt/tree/logs
  check 'a subvolume is not entered, and that is told' test "$(ls /mnt/tree/logs/sub):$(grep -cx 'note: not entered, another file system: /mnt/tree/logs/sub' <<<"$err")" = app.log:1
fi
mv /usr/bin/fuser /usr/bin/fuser.away 2>/dev/null || mv /bin/fuser /bin/fuser.away
run --directory '/srv/my logs'
check 'without fuser it is refused' test "$status" -eq 3 -a -e '/srv/my logs/held.log'
finish
