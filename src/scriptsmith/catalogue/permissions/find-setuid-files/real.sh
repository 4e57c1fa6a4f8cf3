#!/usr/bin/env bash
# packages: findutils passwd
. "$HARNESS"
use disks
ran_on findutils "$(find --version | sed -n '1s/.* //p')"
useradd --create-home app
mkdir -p '/srv/tree/b c' && cp /bin/true '/srv/tree/b c/as root' && cp /bin/true /srv/tree/as-app && cp /bin/true /srv/tree/as-group && cp /bin/true /srv/tree/plain
chown app: /srv/tree/as-app && chmod 4755 '/srv/tree/b c/as root' /srv/tree/as-app && chmod 2755 /srv/tree/as-group
mkdir /srv/tree/setgid-dir && chmod 2755 /srv/tree/setgid-dir
ln -s tree /srv/alias
check 'the machine can run such a program' test -u '/srv/tree/b c/as root'
run --directory /srv/tree
check 'it succeeds' test "$status" -eq 0
check 'a setuid program is told with its owner' grep -Eqx -- "-rwsr-xr-x  root:root +changed $(date +%F)  /srv/tree/b c/as root" <<<"$out"
check 'one of another owner is told' grep -Eq -- '^-rwsr-xr-x  app:app .*/srv/tree/as-app$' <<<"$out"
check 'a setgid program is told' grep -Eq -- '^-rwxr-sr-x  root:root .*/srv/tree/as-group$' <<<"$out"
check 'directories and other programs are not; one runs as root' grep -qx '3 setuid or setgid files, 1 of them run as root, unless their mount says nosuid' <<<"$out"
echo 'domain users:x:6000:' >>/etc/group && chgrp 6000 /srv/tree/as-group && chmod 2755 /srv/tree/as-group
run --directory /srv/tree
check 'a group whose name has a space moves nothing' grep -Eqx -- "-rwxr-sr-x  root:domain users +changed $(date +%F)  /srv/tree/as-group" <<<"$out"
run --directory /srv/alias --days 1
check 'a link is followed' grep -qx '3 setuid or setgid files changed within 1 days, 1 of them run as root, unless their mount says nosuid' <<<"$out"
mkdir /srv/tree/mounted && mount -t tmpfs -o suid other /srv/tree/mounted && cp /bin/true /srv/tree/mounted/planted && chmod 4755 /srv/tree/mounted/planted
run
check 'from / one on another file system of this host is found' grep -q ' /srv/tree/mounted/planted$' <<<"$out"
run --directory /srv/alias
check 'so it is below a link' test "$(grep -c ' /srv/alias/mounted/planted$' <<<"$out")" -eq 1
umount /srv/tree/mounted
mount -t ramfs other /srv/tree/mounted && cp /bin/true /srv/tree/mounted/planted && chmod 4755 /srv/tree/mounted/planted
run
check 'so is one on a kind of file system that is rarer' grep -q ' /srv/tree/mounted/planted$' <<<"$out"
umount /srv/tree/mounted
file_system volumes 200M mkfs.btrfs -q && btrfs subvolume create /mnt/volumes/by >/dev/null
mkdir /mnt/volumes/plain && cp /bin/true /mnt/volumes/plain/planted && chmod 4755 /mnt/volumes/plain/planted && cp -a /mnt/volumes/plain/planted /mnt/volumes/by/
mkdir '/srv/tree/over lay' && mount -t overlay -o lowerdir=/usr/share/man:/usr/share/doc over '/srv/tree/over lay'
run
check 'one below a btrfs is found' grep -q ' /mnt/volumes/plain/planted$' <<<"$out"
check 'a subvolume that is no mount is named' grep -qx 'not searched: /mnt/volumes/by (a subvolume)' <<<"$out"
check 'a mount of another kind is named' grep -qx 'not searched: /srv/tree/over lay (overlay)' <<<"$out"
check 'what holds no files is not' test "$(grep -cE '^not searched: .*\((proc|sysfs|cgroup2?|devpts|mqueue)\)$' <<<"$out")" -eq 0
mkdir /srv/by && mount -o subvol=by "$device" /srv/by
run
check 'one that is mounted is searched' grep -q ' /srv/by/planted$' <<<"$out"
run --directory /mnt/volumes/by
check 'one that is asked for too' test "$(grep -c ' /mnt/volumes/by/planted$' <<<"$out"):$(grep -c '^not searched' <<<"$out")" = 1:0
umount /srv/by '/srv/tree/over lay'
run --directory /usr/bin
check 'those of Debian are found, as dpkg installed them' grep -Eq '^-rwsr-xr-x .* /usr/bin/(passwd|su)$' <<<"$out"
run --directory /usr/bin --days 0
all=$(wc -l <<<"$out")
touch -d '400 days ago' /srv/tree/as-app
run --directory /srv/tree --days 1
check 'a time that was set back hides nothing' grep -q as-app <<<"$out"
check 'there is more than one in Debian' test "$all" -gt 3
finish
