#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

# All machines share the kernel's log, so whether it names errors of this device is not for this test to say: --force yes.
file_system data 60M mkfs.ext4 -q
mount -o remount,ro /mnt/data
run --path /mnt/data --force yes --dry-run
check 'a dry run says what it would do' grep -qx 'would remount read-write: /mnt/data' <<<"$out"
check 'and changes nothing' bash -c '! touch /mnt/data/probe 2>/dev/null'
run --path /mnt/data --force yes
check 'it succeeds' test "$status" -eq 0
check 'it can be written to' touch /mnt/data/probe
check 'nothing is left of the test' test "$(find /mnt/data -name '.write-test*' | wc -l)" -eq 0
run --path /mnt/data
check 'a second run has nothing to do' grep -qx 'read-write already: /mnt/data' <<<"$out"
mkdir /mnt/twice && mount -t tmpfs below /mnt/twice && mount -t tmpfs -o ro above /mnt/twice
run --path /mnt/twice
check 'of two on one place the upper one counts' bash -c '[ "$1" = 0 ] && touch /mnt/twice/probe && findmnt -nr -o SOURCE -T /mnt/twice/probe | tail -n 1 | grep -qx above' _ "$status"
check 'and it was not taken for writable' grep -qx 'remounted read-write: /mnt/twice' <<<"$out"
run --path /mnt
check 'what is no mount point is refused' test "$status" -eq 3
file_system ill 60M mkfs.ext4 -q
tune2fs -e continue "$device" >/dev/null && umount /mnt/ill && mount -o errors=remount-ro "$device" /mnt/ill
name=${device##*/}
echo test >"/sys/fs/ext4/$name/trigger_fs_error"
check 'the kernel has stopped writing' bash -c '! touch /mnt/ill/probe'
run --path /mnt/ill
check 'one that takes no writes is not called writable' bash -c '[ "$1" != 0 ] && ! grep -q "read-write already" <<<"$2"' _ "$status" "$out"
umount /mnt/ill && mount -o ro "$device" /mnt/ill
run --path /mnt/ill --dry-run
check 'errors that ext4 counted are told' grep -q '^ext4 has counted [1-9][0-9]* errors' <<<"$out"
umount /mnt/ill
device=$(findmnt -no SOURCE /mnt/data)
blockdev --setro "$device"
mount -o remount,ro /mnt/data
run --path /mnt/data --force yes
check 'a device that cannot be written to is a failure' test "$status" -eq 1
blockdev --setrw "$device"
finish
