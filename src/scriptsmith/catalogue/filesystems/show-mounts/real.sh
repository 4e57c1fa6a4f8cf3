#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
file_system broken 60M mkfs.ext4 -q
mount -o remount,ro /mnt/data
mount -o remount,ro /mnt/broken
printf '%s' "$device /mnt/broken ext4 defaults 0 2" >/etc/fstab # as an editor may leave it, without a line break
run --type ext4
check 'both are shown with their device' grep -Eq "^/mnt/broken +ext4 +$device" <<<"$out"
check 'what is read-only is marked' grep -Eq '^/mnt/data +ext4 .*  READ-ONLY$' <<<"$out"
check 'and what fstab says otherwise of' grep -Eq '^/mnt/broken +ext4 .*  READ-ONLY, and fstab does not say so$' <<<"$out"
check 'they are counted' bash -c 'grep -qx "2 file systems" <<<"$1" && grep -q "1 went read-only" <<<"$1"' _ "$out"
run
check 'those of the kernel are left out' bash -c '! grep -Eq " (proc|sysfs|devpts) " <<<"$1" && grep -q "^/run " <<<"$1"' _ "$out"
run --type xfs
check 'none is told' grep -q 'no file system of type xfs' <<<"$out"
finish
