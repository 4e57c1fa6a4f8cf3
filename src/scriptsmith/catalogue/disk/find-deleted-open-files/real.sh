#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
file_system data 100M mkfs.ext4 -q
head -c 20M /dev/urandom >/mnt/data/big.log
head -c 5M /dev/urandom >'/mnt/data/two words'
exec 5</mnt/data/big.log 6</mnt/data/big.log 7<'/mnt/data/two words'
run
check 'what still has its name is not listed' grep -q '^0 deleted files still open' <<<"$out"
rm /mnt/data/big.log '/mnt/data/two words'
run
check 'the largest is the first, with who holds it' grep -Eq "^ +2[01]M +$$ +5 bash +/mnt/data/big.log$" <<<"$(sed -n 2p <<<"$out")"
check 'a blank in a name does not matter' grep -Eq " 7 bash +/mnt/data/two words$" <<<"$out"
check 'what is held twice counts once' grep -Eq '^2 deleted files still open, holding 2[56]M$' <<<"$out"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run 
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' grep -Eq '^2 deleted files still open, holding 2[56]M$' <<<"$out"
run --min-size 10
check 'small ones are left out' grep -q '^1 deleted files' <<<"$out"
run --directory /srv
check 'only those below the directory' grep -q '^0 deleted files' <<<"$out"
setpriv --bounding-set=-sys_ptrace --inh-caps=-sys_ptrace bash "$SCRIPT" >.out 2>.err; status=$?
check 'root that may not follow descriptors says so' test "$status:$(grep -c 'could not be looked at' .err)" = 1:1
mkdir -p /mnt/inside
unshare --mount bash -c 'mount --bind /mnt/data /mnt/inside; exec 8>/mnt/inside/app.log; head -c 8M /dev/zero >&8; sync -f /mnt/inside; rm /mnt/inside/app.log; exec sleep 301' &
inner=$!
sleeps() { grep -qx sleep /proc/$inner/comm && ls -l /proc/$inner/fd/8 | grep -q deleted; }
await sleeps
run --directory /mnt/data --min-size 7
check 'a file of a container is told with the file system that it fills' grep -Eq "^ +8\.[01]M +$inner +8 sleep +.*/mnt/inside/app.log \(its own path\)$" <<<"$out"
mkdir -p '/mnt/data/up per' /mnt/data/work /mnt/over
unshare --mount bash -c 'mount -t overlay -o "lowerdir=/srv,upperdir=/mnt/data/up per,workdir=/mnt/data/work" over /mnt/over; exec 8>/mnt/over/c.log; head -c 9M /dev/zero >&8; sync -f /mnt/over; rm /mnt/over/c.log; exec sleep 302' &
second=$!
also_sleeps() { grep -qx sleep /proc/$second/comm && ls -l /proc/$second/fd/8 | grep -q deleted; }
await also_sleeps
for below in /mnt/data '/mnt/data/up per'; do
  run --directory "$below" --min-size 8
  check "so is one in the overlay of a container: $below" grep -Eq "^ +9\.[01]M +$second +8 sleep +.*/mnt/over/c.log \(its own path, in the overlay /mnt/data/up per\)$" <<<"$out"
done
run --directory /srv
check 'and counted where its upper directory lies elsewhere' grep -Eq '^and 2 with paths of their own on other file systems, .* holding 17' <<<"$out"
kill $second; wait $second 2>/dev/null
run --directory /srv
check 'one on another file system is counted' grep -Eq '^and 1 with paths of their own on other file systems, .*holding 8' <<<"$out"
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err
check 'what an ordinary user cannot see is told' grep -q 'could not be looked at' .err
mount -o remount,hidepid=2 /proc
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >.out 2>.err; status=$?
check 'also when /proc hides all of them' test "$status:$(grep -c 'are hidden here' .err)" = 1:1
finish
