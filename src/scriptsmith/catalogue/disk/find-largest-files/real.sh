#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on findutils "$(find --version | sed -n '1s/.* //p')"

file_system big 200M mkfs.ext4 -q
mkdir -p /mnt/big/logs '/mnt/big/with blank'
head -c 30M /dev/urandom >/mnt/big/logs/old.log
head -c 20M /dev/urandom >'/mnt/big/with blank/a file'
truncate -s 5G /mnt/big/sparse
head -c 10M /dev/urandom >$'/mnt/big/two\nlines'
for i in 1 2 3; do echo x >"/mnt/big/small$i"; done
mkdir /mnt/big/other
file_system other 60M mkfs.ext4 -q /mnt/big/other
head -c 40M /dev/zero >/mnt/big/other/largest
run --directory /mnt/big --limit 2
check 'the largest is the first, with its size' grep -Eq '^ +(30|31)M +30M  /mnt/big/logs/old.log$' <<<"$(sed -n 2p <<<"$out")"
check 'then the next, with a blank in its name' grep -q '  /mnt/big/with blank/a file$' <<<"$(sed -n 3p <<<"$out")"
check 'that there are more is told' grep -qx '2 of 7 files listed' <<<"$out"
run --directory /mnt/big
check 'all are listed where they fit' grep -qx '7 of 7 files listed' <<<"$out"
check 'that is told' grep -qx 'not entered, another file system: /mnt/big/other' <<<"$out"
check 'another file system below is not entered' bash -c '! grep -q largest <<<"$1"' _ "$out"
check 'a sparse file is not large' bash -c 'sed -n 5,\$p <<<"$1" | grep -q " 5.0G  /mnt/big/sparse"' _ "$out"
check 'a name of two lines stands on one' test "$(grep -c 'lines' <<<"$out")" -eq 1
run --directory /mnt/big --min-size 15
check 'small ones are left out' grep -qx '2 of 7 files listed' <<<"$out"
check 'it succeeds' test "$status" -eq 0
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --directory /mnt/big --limit 2
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '^2 of 7 files listed' <<<"$out")" = 0:1
finish
