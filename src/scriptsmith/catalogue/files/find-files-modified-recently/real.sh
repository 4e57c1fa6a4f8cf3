#!/usr/bin/env bash
# packages: findutils passwd
. "$HARNESS"
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
use disks
useradd app
mkdir -p '/srv/tree/a dir' /srv/tree/mounted && mount -t tmpfs other /srv/tree/mounted && touch /srv/tree/mounted/inside
printf 12345 >'/srv/tree/a dir/new.conf' && chown app '/srv/tree/a dir/new.conf'
touch -d '50 minutes ago' /srv/tree/earlier.conf && touch -d '70 minutes ago' /srv/tree/before.conf
touch -d '3 days ago' /srv/tree/old.conf && chmod 600 /srv/tree/old.conf
touch $'/srv/tree/forged\n2026-01-01 line' && ln -s old.conf /srv/tree/link && ln -s tree /srv/alias
names() { sed -n 's/^20.* \(app\|root\)  *//p' <<<"$out"; }
run --directory /srv/tree
check 'it succeeds' test "$status" -eq 0
check 'files of the last hour are listed, the latest first' test "$(names | grep conf)" = $'/srv/tree/a dir/new.conf\n/srv/tree/earlier.conf'
check 'with time, size and owner' grep -Eq "^$(date -r '/srv/tree/a dir/new.conf' '+%F %T') .* 5 app +/srv/tree/a dir/new.conf$" <<<"$out"
check 'a name forges no line' test "$(names | wc -l)" -eq 3
check 'a changed mode alone, links and other file systems do not count' grep -qx '3 files modified in the last 60 minutes' <<<"$out"
ln -sfn releases/7 /srv/tree/current && run --directory /srv/tree
check 'a link that was switched is told, with its target' grep -Eq "^link: $(date +%F) .* /srv/tree/current -> releases/7$" <<<"$out"
run --directory /srv/alias --minutes 90 --pattern '*.conf'
check 'a link is followed, a longer time shows more' test "$(names | sed 's,.*/,,' | paste -sd ' ')" = 'new.conf earlier.conf before.conf'
check 'a file system that is not entered is named' grep -qx 'note: not looked into: /srv/alias/mounted (tmpfs)' <<<"$err"
printf new >/srv/app.conf && touch -d '2 years ago' /srv/app.conf && cp -p /srv/app.conf /srv/tree/deployed.conf && mkdir -m 755 /srv/calm && touch -d '2 years ago' /srv/calm/file
run --directory /srv/tree
check 'one that was deployed with its time of years ago is told' grep -q "^otherwise: $(date +%F) .* /srv/tree/deployed.conf$" <<<"$out"
check 'and is not among those modified' grep -qx '3 files modified in the last 60 minutes' <<<"$out"
file_system pool 128M mkfs.btrfs && btrfs subvolume create /mnt/pool/root >/dev/null && btrfs subvolume create /mnt/pool/home >/dev/null && btrfs subvolume create /mnt/pool/root/nested >/dev/null
device=$(findmnt --noheadings --output SOURCE /mnt/pool) && device=${device%%\[*}
mkdir /srv/whole && mount -o subvol=root "$device" /srv/whole && mkdir /srv/whole/home /srv/whole/part /srv/whole/seen && mount -o subvol=home "$device" /srv/whole/home && mount --bind /srv/whole/part /srv/whole/seen
touch /srv/whole/home/new /srv/whole/nested/new
run --directory /srv/whole
check 'other subvolumes of the same btrfs are not entered, and that is told' test "$(grep -c '^0 files' <<<"$out"):$(sort <<<"$err")" = $'1:note: not looked into: /srv/whole/home (subvolume of btrfs)\nnote: not looked into: /srv/whole/nested (subvolume of btrfs)'
umount /srv/whole/home /srv/whole/seen /srv/whole /mnt/pool
mkdir -m 700 /srv/tree/closed
check 'a directory that cannot be read makes it a failure' bash -c '! su app -s /bin/bash -c "bash $SCRIPT --directory /srv/tree"'
check 'and what was seen is listed' bash -c 'su app -s /bin/bash -c "bash $SCRIPT --directory /srv/tree" | grep -q new.conf'
finish
