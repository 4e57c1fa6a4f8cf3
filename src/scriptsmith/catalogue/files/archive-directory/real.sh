#!/usr/bin/env bash
# packages: tar gzip passwd
. "$HARNESS"
use disks
ran_on tar "$(tar --version | sed -n '1s/.* //p')"
useradd app
mkdir -p '/srv/my site/sub dir' '/srv/my site/empty' '/srv/my site/mounted' /srv/out /srv/back
printf 'one\n' >'/srv/my site/sub dir/a:b -c' && chown app '/srv/my site/sub dir/a:b -c' && chmod 604 '/srv/my site/sub dir/a:b -c'
ln -s '/etc/passwd' '/srv/my site/link' && ln '/srv/my site/sub dir/a:b -c' '/srv/my site/second name' && truncate -s 3M '/srv/my site/sparse'
mount -t tmpfs other '/srv/my site/mounted' && echo x >'/srv/my site/mounted/inside'
facts() { (cd "$1" && find . ! -path './mounted*' -printf '%y %m %U:%G %s %n %l %p\n' | grep -v '^d' | sort -k6 && find . -type d ! -path './mounted*' -printf '%m %U:%G %p\n' | sort -k3); }
before=$(facts '/srv/my site')
run --directory '/srv/my site' --destination /srv/out --dry-run
check 'a dry run makes nothing' test "$status:$(ls /srv/out)" = 0:
check 'and tells what would be left out' grep -qxF 'NOT in the archive, another file system: /srv/my\ site/mounted' <<<"$out"
run --directory '/srv/my site/' --destination /srv/out
check 'it succeeds' test "$status" -eq 0
archive=$(find /srv/out -name 'my site-*Z.tar.gz')
check 'the archive is there, and only its owner can read it' test "$(stat -c %a "$archive")" = 600
tar --extract --file "$archive" --directory /srv/back
check 'what it unpacks to is what was packed' test "$(facts '/srv/back/my site')" = "$before"
check 'with its contents' diff -r --exclude mounted '/srv/my site' '/srv/back/my site'
check 'that another file system is not in it is told' test "$(grep -cxF 'NOT in the archive, another file system: /srv/my\ site/mounted' <<<"$out")" = 1
check 'another file system is not in it' test ! -e '/srv/back/my site/mounted/inside'
check 'the directory is as it was' test "$(facts '/srv/my site')" = "$before"
mkdir /srv/full && mount -t tmpfs -o size=100k full /srv/full
head -c 500000 /dev/urandom >'/srv/my site/random'
run --directory '/srv/my site' --destination /srv/full
check 'on a full disk it fails, and leaves nothing' test "$status:$(ls -A /srv/full)" = 1:
(while :; do head -c 400000 /dev/urandom >'/srv/my site/random'; done) &
writer=$!
rm /srv/out/*
run --directory '/srv/my site' --destination /srv/out
kill "$writer"
check 'an archive of changing files is a failure, and marked' bash -c '[ "$1" -eq 1 ] && ls /srv/out/*.unverified && ! ls /srv/out/*.gz' _ "$status"
for odd in / /srv/none '/srv/my site/second name'; do
  run --directory "$odd" --destination /srv/out
  check "$odd is refused" test "$status" -ge 2
done
if grep -qw btrfs /proc/filesystems; then
  file_system tree 200M mkfs.btrfs -q
  mkdir /mnt/tree/site && btrfs subvolume create /mnt/tree/site/sub >/dev/null
  run --directory /mnt/tree/site --destination /srv/out --dry-run
  check 'so is a subvolume' grep -qx 'NOT in the archive, another file system: /mnt/tree/site/sub' <<<"$out"
fi
run --directory /srv --destination /srv/out
check 'a destination in the directory is refused' test "$status" -eq 2
finish
