#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(fstrim --version | sed 's/.* //')"
file_system data 200M mkfs.ext4 -q -E nodiscard,lazy_itable_init=0,lazy_journal_init=0
head -c 100M /dev/urandom >/mnt/data/file && sync
rm /mnt/data/file && sync
before=$(stat -c %b /disks/data)
run --path /mnt/data --dry-run
check 'a dry run gives nothing back' test "$(stat -c %b /disks/data)" = "$before"
run --path /mnt/data
check 'it succeeds' test "$status" -eq 0
check 'the storage below has the room back' test "$(stat -c %b /disks/data)" -lt $((before / 2))
check 'how much is told' grep -Eq '^trimmed: /mnt/data: [0-9.]+ MiB' <<<"$out"
run --path /mnt
check 'what is no mount point is refused' test "$status" -eq 3
run --path /run
check 'what cannot be trimmed is refused' test "$status" -eq 3
file_system above 60M mkfs.ext4 -q /mnt/data
run --path /mnt/data --dry-run
check 'what is mounted above is the one' grep -qx "file system: $(findmnt --noheadings --raw --output SOURCE --mountpoint /mnt/data | tail -n 1) on /mnt/data" <<<"$out"
umount /mnt/data
mount -o remount,ro /mnt/data
run --path /mnt/data
check 'what is read-only, too' test "$status" -eq 3
finish
