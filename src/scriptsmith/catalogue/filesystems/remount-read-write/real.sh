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
blockdev --setro "$device"
mount -o remount,ro /mnt/data
run --path /mnt/data --force yes
check 'a device that cannot be written to is a failure' test "$status" -eq 1
blockdev --setrw "$device"
finish
