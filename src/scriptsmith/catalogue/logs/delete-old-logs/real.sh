#!/usr/bin/env bash
# packages: psmisc
. "$HARNESS"
use disks
ran_on fuser "$(fuser -V 2>&1 | sed -n '1s/.* //p')"

mkdir -p /srv/all/app/logs /srv/all/zookeeper/logs/version-2
cd /srv/all/app/logs || exit 1
for name in app.log.1 'app two.log.2.gz' app.log-20240131 app-2024-01-31.log held.log.3 app.log-1706659200; do printf 'old\n' >"$name"; done
printf 'old\n' >app.log; printf 'old\n' >backup-99999999.tar; printf 'old\n' >segment-20249931
cd ../../zookeeper/logs/version-2 || exit 1
for name in log.1000000001 log.20010101 log.1f snapshot.12 log.7; do printf 'data\n' >"$name"; done
mkdir -p /srv/all/samba/log && cd /srv/all/samba/log && printf 'x\n' | tee log.192.0.2.7 192.0.2.8 log.192.0.2.7.1 >/dev/null
cd /scratch || exit 1
find /srv/all -type f -exec touch -d '40 days ago' {} +
exec 7<>/srv/all/app/logs/held.log.3; sleep 100 & exec 7>&-
run --directory /srv/all/app/logs --dry-run
check 'a dry run deletes nothing' test "$status:$(ls /srv/all/app/logs | wc -l)" = 0:9
run --directory /srv/all
check 'rotated logs go, the live one, one held open and what is no log stay' \
  test "$status:$(ls /srv/all/app/logs | tr '\n' ' ')" = '0:app.log backup-99999999.tar held.log.3 segment-20249931 '
check 'the one that is open is told' grep -q '^in use, left alone: .*/held.log.3$' <<<"$err"
check 'live logs of single clients stay' test "$(ls /srv/all/samba/log | sort | tr '\n' ' ')" = '192.0.2.8 log.192.0.2.7 '
check 'transaction logs of ZooKeeper stay' test "$(ls /srv/all/zookeeper/logs/version-2 | wc -l)" -eq 5
printf 'new\n' >/srv/all/app/logs/app.log.1
run --directory /srv/all
check 'a fresh one stays' test "$status" -eq 0 -a -e /srv/all/app/logs/app.log.1
mkdir -m 777 /srv/shared /srv/shared/logs && printf 'old\n' >/srv/shared/logs/app.log.2 && exec 8>>/srv/shared/logs/app.log.2
touch -d '40 days ago' /srv/shared/logs/app.log.2
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --directory /srv/shared/logs >.out 2>.err
check 'without root a log of another user, who may hold it open, stays' test "$(ls /srv/shared/logs):$(grep -c 'of another user, left alone' .err)" = app.log.2:1
exec 8>&-
mkdir '/srv/all/app/logs/to audit' && mount -t tmpfs none '/srv/all/app/logs/to audit' && printf 'x\n' >'/srv/all/app/logs/to audit/audit.log.1'
touch -d '40 days ago' '/srv/all/app/logs/to audit/audit.log.1'
run --directory /srv/all
check 'another file system is not entered, and told' test "$(ls '/srv/all/app/logs/to audit'):$(grep -cx 'note: not entered, another file system: /srv/all/app/logs/to\\ audit' <<<"$err")" = audit.log.1:1
umount '/srv/all/app/logs/to audit'; rmdir '/srv/all/app/logs/to audit'
if grep -qw btrfs /proc/filesystems; then
  file_system tree 200M mkfs.btrfs -q
  mkdir /mnt/tree/logs && btrfs subvolume create /mnt/tree/logs/sub >/dev/null && printf 'x\n' >/mnt/tree/logs/sub/app.log.1
  touch -d '40 days ago' /mnt/tree/logs/sub/*
  run --directory /mnt/tree/logs
  check 'a subvolume is not entered, and that is told' test "$(ls /mnt/tree/logs/sub):$(grep -cx 'note: not entered, another file system: /mnt/tree/logs/sub' <<<"$err")" = app.log.1:1
fi
mv /usr/bin/fuser /usr/bin/fuser.away 2>/dev/null || mv /bin/fuser /bin/fuser.away
touch -d '40 days ago' /srv/all/app/logs/app.log.1
run --directory /srv/all
check 'without fuser it is refused' test "$status" -eq 3 -a -e /srv/all/app/logs/held.log.3 -a -e /srv/all/app/logs/app.log.1
finish
