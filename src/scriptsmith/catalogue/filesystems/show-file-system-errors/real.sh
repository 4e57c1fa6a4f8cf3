#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(dmesg --version | sed 's/.* //')"
truncate -s 20M /disks/broken
label=t$RANDOM
mkfs.ext4 -q -L "$label" -O '^metadata_csum' /disks/broken
debugfs -w -R 'mkdir folder' /disks/broken 2>/dev/null
block=$(debugfs -R 'blocks folder' /disks/broken 2>/dev/null | tr -d ' ')
size=$(dumpe2fs -h /disks/broken 2>/dev/null | sed -n 's/^Block size: *//p')
head -c "$size" /dev/urandom | dd of=/disks/broken bs="$size" seek="$block" conv=notrunc status=none
device=$(losetup --find --show /disks/broken) && echo "$device" >>/run/disks
name=${device##*/}
counted() { sed -n "s/^ *\([0-9]*\)  $name\$/\1/p" <<<"$out"; }
run
check 'it succeeds' test "$status" -eq 0
before=$(counted)
mkdir -p /mnt/broken && mount -o errors=remount-ro "$device" /mnt/broken
ls /mnt/broken/folder >/dev/null 2>&1
touch /mnt/broken/folder/x 2>/dev/null
run --lines 1000
check 'the errors of a damaged file system are counted for its device' test "$(counted)" -gt "${before:-0}"
check 'the line of the kernel is shown' grep -q "EXT4-fs error (device $name): .*folder\|EXT4-fs error (device $name): .*bad entry in directory" <<<"$out"
check 'that it is read-only now is said' grep -q '^NOTE: a file system was made read-only by the kernel' <<<"$out"
check 'and so it is' bash -c '! touch /mnt/broken/new'
whole=$out
mkdir /full && mount -t tmpfs -o ro none /full && mount --bind /full /tmp
TMPDIR=/full BASH_COMPAT=5.0 run --lines 1000
umount /tmp
check 'with a /tmp that is read-only the same is told' test "$out" = "$whole"
umount /mnt/broken
check 'the sum is that of its devices' test "$(sed -n 's/ lines, by device:$//p' <<<"$out")" -eq "$(sed -n '/by device:/,/^$/s/^ *\([0-9]*\)  .*/\1/p' <<<"$out" | awk '{ n += $1 } END { print n }')"
good=$(disk good 20M) && mkfs.ext4 -q "$good" && mkdir /mnt/good && mount -o errors=remount-ro "$good" /mnt/good && umount /mnt/good
run --lines 1000
check 'mounting a sound one is no error' bash -c '! grep -F -e "EXT4-fs (${1##*/}): " <<<"$2"' _ "$good" "$out"
run --lines 1
check 'no more lines than asked' test "$(sed -n '/^latest lines:/,/^NOTE/p' <<<"$out" | grep -c '^\[')" -eq 1
finish
