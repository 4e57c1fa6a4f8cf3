#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on coreutils "$(du --version | sed -n '1s/.* //p')"

file_system big 200M mkfs.ext4 -q
mkdir -p /mnt/big/{logs/old,'with blank',empty,other}
head -c 30M /dev/urandom >/mnt/big/logs/old/a.log
head -c 20M /dev/urandom >'/mnt/big/with blank/file'
file_system other 60M mkfs.ext4 -q /mnt/big/other
head -c 40M /dev/zero >/mnt/big/other/largest
run --directory /mnt/big --limit 2
check 'the largest is the first' grep -Eq '^ +(30|31)M  /mnt/big/logs$' <<<"$(sed -n 1p <<<"$out")"
check 'and what it is large by the next' grep -Eq '^ +(30|31)M  /mnt/big/logs/old$' <<<"$(sed -n 2p <<<"$out")"
check 'how many there are is told' grep -Eq '^2 of 5 directories listed, 5[01]M in all of /mnt/big/$' <<<"$out"
run --directory /mnt/big --depth 1
check 'as deep as is wanted' grep -q '^4 of 4 directories listed' <<<"$out"
check 'another file system below is not entered' bash -c '! grep -q "[0-9A-Z]  /mnt/big/other$" <<<"$1"' _ "$out"
check 'but named' grep -qx 'not entered, another file system: /mnt/big/other' <<<"$out"
check 'it succeeds' test "$status" -eq 0
used() { sed -n 's/^in use on the whole file system: \([0-9]*\)M (.*/\1/p' <<<"$out"; }
before=$(used)
head -c 60M /dev/urandom >/mnt/big/gone && exec 7</mnt/big/gone && rm /mnt/big/gone && sync
run --directory /mnt/big
check 'what was deleted and is open is in no directory, but in use' bash -c '(($2 - $1 >= 58 && $2 - $1 <= 62)) && grep -q ", 5[01]M in all of" <<<"$3"' _ "$before" "$(used)" "$out"
run --directory /mnt/big/logs
check 'of a part of it that is not told' test -z "$(used)"
mkdir /mnt/part && mount --bind /mnt/big/logs /mnt/part
run --directory /mnt/part
check 'nor of a part that is mounted elsewhere' test -z "$(used)"
if grep -qw btrfs /proc/filesystems; then
  file_system tree 200M mkfs.btrfs -q
  mkdir /mnt/tree/plain && btrfs subvolume create /mnt/tree/sub >/dev/null
  head -c 5M /dev/urandom >/mnt/tree/sub/file; head -c 1M /dev/urandom >/mnt/tree/plain/file; sync
  run --directory /mnt/tree
  check 'a subvolume is passed over, and that is told' test "$(sed -n 1p <<<"$out"):$(grep -c '^not entered either: btrfs subvolumes' <<<"$out")" = '    1.0M  /mnt/tree/plain:1'
fi
mkdir /full /many && mount -t tmpfs -o size=64k full /full && mount -t tmpfs many /many
head -c 100000 /dev/zero >/full/all 2>/dev/null
printf '%s\0' /many/directory-with-a-rather-long-name-{1..200}/directory-with-a-rather-long-name-{1..300}-in-it | xargs -0 mkdir -p
export TMPDIR=/full
BASH_COMPAT=5.0 run --directory /many --limit 2 # before 5.1 bash keeps each text it redirects in a file there
check 'a full disk for temporary files does no harm to many directories' test "$status:$(grep -c '^2 of 60200 directories listed, ' <<<"$out")" = 0:1
finish
