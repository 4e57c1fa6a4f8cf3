#!/usr/bin/env bash
# packages: passwd
. "$HARNESS"
use disks
ran_on coreutils "$(df --version | sed -n '1s/.* //p')"
file_system full 100M mkfs.ext4 -q -m 0
file_system half 100M mkfs.ext4 -q -m 0
head -c 84M /dev/zero >/mnt/full/file
head -c 45M /dev/zero >/mnt/half/file
file_system few 20M mkfs.ext4 -q -N 64
for each in $(seq 100); do touch "/mnt/few/$each" 2>/dev/null || break; done
run
check 'one with space and no inodes is named' bash -c 'grep -Eqx " *100% of the inodes used, whatever the space: /mnt/few" <<<"$1" && ! grep -q "ext4 .*/mnt/few" <<<"$1"' _ "$out"
check 'one with free inodes is not' test "$(grep -c 'inodes used' <<<"$out")" = 1
umount /mnt/few
check 'what is fuller than 80 percent is listed' grep -Eq '^ *9[0-9]% .* ext4 +/mnt/full$' <<<"$out"
check 'what is not, is not' bash -c '! grep -q /mnt/half <<<"$1"' _ "$out"
run --percent 40
check 'with a lower limit both are, the fullest first' test "$(grep -o '/mnt/[a-z]*$' <<<"$out" | xargs)" = '/mnt/full /mnt/half'
used=$(df --output=pcent /mnt/half | tr -dc 0-9)
run --percent "$used"
check 'as full as the limit is not fuller' bash -c '! grep -q /mnt/half <<<"$1"' _ "$out"
run --percent $((used - 1))
check 'one percent less is' grep -q /mnt/half <<<"$out"
check 'without network file systems none are named' test -z "$(grep '^not asked' <<<"$out")"
mkdir -m 700 /srv/closed && mkdir /srv/closed/inner && mount -t tmpfs inner /srv/closed/inner && useradd guest
check 'one that somebody may not enter is named to them' bash -c 'said=$(su guest -s /bin/bash -c "bash $SCRIPT" 2>&1); [ "$?" = 1 ] && grep -q "not looked at, as they may not be entered .*/srv/closed/inner" <<<"$said"'
umount /srv/closed/inner
# df tells a network file system by the colon in its source.
mkdir '/mnt/far away' && mount -t tmpfs nas:/home '/mnt/far away'
run
check 'one on the network is named' grep -qx 'not asked, as they lie on the network: /mnt/far away' <<<"$out"
umount '/mnt/far away'
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run --percent 1
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '/mnt/full$' <<<"$out")" = 0:1
finish
