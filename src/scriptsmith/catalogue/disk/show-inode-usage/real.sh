#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on coreutils "$(df --version | sed -n '1s/.* //p')"
file_system full 50M mkfs.ext4 -q -N 128
file_system free 50M mkfs.ext4 -q
for i in $(seq 95); do : >"/mnt/full/$i"; done
run
check 'what has no inodes left is listed' grep -Eq '^ *[89][0-9]% +[0-9]+ +[0-9]+ +[0-9]+ +ext4 +/mnt/full$' <<<"$out"
check 'what has, is not' bash -c '! grep -q /mnt/free <<<"$1"' _ "$out"
used=$(df --output=ipcent /mnt/full | tr -dc 0-9)
run --percent "$used"
check 'as full as the limit is not fuller' bash -c '! grep -q /mnt/full <<<"$1"' _ "$out"
run --percent $((used - 1))
check 'one percent less is' grep -q /mnt/full <<<"$out"
check 'without network file systems none are named' test -z "$(grep '^not asked' <<<"$out")"
# df tells a network file system by the colon in its source.
mkdir '/mnt/far away' && mount -t tmpfs nas:/home '/mnt/far away'
run
check 'one on the network is named' grep -qx 'not asked, as they lie on the network: /mnt/far away' <<<"$out"
umount '/mnt/far away'
file_system inner 50M mkfs.ext4 -q -N 128
disk=$(df --output=source /mnt/inner | tail -n 1) && umount /mnt/inner && mkdir -p /mnt/closed/in && mount "$disk" /mnt/closed/in
for i in $(seq 95); do : >"/mnt/closed/in/$i"; done; chmod 700 /mnt/closed
cp "$SCRIPT" /tmp/script && chmod 755 /tmp/script
nobody() { (cd / && setpriv --reuid nobody --regid nogroup --clear-groups bash /tmp/script >/tmp/said 2>&1); }
nobody
check 'one below a closed directory is named to those who may not look' test "$?:$(grep -c 'may not be entered.* /mnt/closed/in' /tmp/said)" = 1:1
run
check 'and shown to root' grep -Eq '% .* /mnt/closed/in$' <<<"$out"
chmod 755 /mnt/closed; nobody
check 'without such a directory nothing is missing' test "$(grep -c '/mnt/closed/in$' /tmp/said)" = 1
mkdir -p /mnt/free/{up,work} /mnt/merged && mount -t overlay overlay -o lowerdir=/mnt/full,upperdir=/mnt/free/up,workdir=/mnt/free/work /mnt/merged
run --percent 0
check 'an overlay is none of its own' bash -c '! grep -q /mnt/merged <<<"$1"' _ "$out"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --percent 1
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '/mnt/full$' <<<"$out")" = 0:1
finish
