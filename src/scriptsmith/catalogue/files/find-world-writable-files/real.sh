#!/usr/bin/env bash
# packages: findutils passwd
. "$HARNESS"
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
use disks
useradd app
mkdir -p '/srv/tree/open dir' /srv/tree/sticky /srv/tree/mounted && mount -t tmpfs other /srv/tree/mounted && touch /srv/tree/mounted/inside && chmod 666 /srv/tree/mounted/inside
touch '/srv/tree/open dir/file' /srv/tree/group /srv/tree/only-write && mkfifo /srv/tree/pipe && ln -s group /srv/tree/link && ln -s tree /srv/alias
chown app:app '/srv/tree/open dir/file'
chmod 777 '/srv/tree/open dir' && chmod 1777 /srv/tree/sticky && chmod 666 '/srv/tree/open dir/file' /srv/tree/pipe && chmod 664 /srv/tree/group && chmod 602 /srv/tree/only-write
run --directory /srv/tree
check 'it succeeds' test "$status" -eq 0
check 'a file is told with mode and owner' grep -Eqx -- '-rw-rw-rw- app:app +/srv/tree/open dir/file' <<<"$out"
check 'a directory without the sticky bit too' grep -Eqx 'drwxrwxrwx root:root +/srv/tree/open dir' <<<"$out"
check 'one that others can only write to counts' grep -q ' /srv/tree/only-write$' <<<"$out"
check 'nothing else is listed' grep -qx '2 files and 1 directories without the sticky bit that anyone may write to' <<<"$out"
check 'others can write there indeed' su app -s /bin/bash -c 'echo x >/srv/tree/only-write && touch "/srv/tree/open dir/new"'
check 'and not to what is not listed' bash -c '! su app -s /bin/bash -c "echo x >/srv/tree/group"'
check 'a file system that is not entered is named' grep -qx 'note: not looked into: /srv/tree/mounted (tmpfs)' <<<"$err"
run --directory /srv/alias
check 'a link is followed' grep -qx '2 files and 1 directories without the sticky bit that anyone may write to' <<<"$out"
check 'also by way of the link' grep -q '/srv/tree/mounted (tmpfs)' <<<"$err"
mkdir /srv/tree/again && mount --bind /srv/tree/sticky /srv/tree/again && mkdir '/srv/tree/two words' && mount -t tmpfs other '/srv/tree/two words'
run --directory /srv/tree
check 'one of the same file system, which is entered, is not' bash -c '! grep -q again <<<"$1" && grep -qx "note: not looked into: /srv/tree/two words (tmpfs)" <<<"$1"' _ "$err"
file_system pool 128M mkfs.btrfs && btrfs subvolume create /mnt/pool/root >/dev/null && btrfs subvolume create /mnt/pool/home >/dev/null
device=$(findmnt --noheadings --output SOURCE /mnt/pool) && device=${device%%\[*}
mkdir /srv/whole && mount -o subvol=root "$device" /srv/whole && mkdir /srv/whole/home /srv/whole/part /srv/whole/seen && mount -o subvol=home "$device" /srv/whole/home && mount --bind /srv/whole/part /srv/whole/seen
touch /srv/whole/home/open && chmod 666 /srv/whole/home/open
run --directory /srv/whole
check 'another subvolume of the same btrfs is not entered, and that is told' bash -c 'grep -q "^0 files" <<<"$1" && grep -qx "note: not looked into: /srv/whole/home (btrfs)" <<<"$2" && ! grep -q seen <<<"$2"' _ "$out" "$err"
umount /srv/whole/home /srv/whole/seen /srv/whole /mnt/pool
chmod 1777 '/srv/tree/open dir' && chmod o-w '/srv/tree/open dir/file' /srv/tree/only-write
run --directory /srv/tree
check 'after the mending there is none' grep -qx '0 files and 0 directories without the sticky bit that anyone may write to' <<<"$out"
finish
