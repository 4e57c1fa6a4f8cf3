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
finish
