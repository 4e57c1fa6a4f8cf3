#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on e2fsprogs "$(mke2fs -V 2>&1 | sed -n '1s/mke2fs \([^ ]*\).*/\1/p')"
device=$(disk data 200M)
mkfs.ext4 -q -m 10 -b 4096 "$device"
run --device "$device"
check 'the size' grep -qx "$device: 200 MiB in all" <<<"$out"
check 'what is reserved, and for whom' grep -Eq '^reserved: 20 MiB \(10.0%\), for user 0' <<<"$out"
free=$(($(dumpe2fs -h "$device" 2>/dev/null | sed -n 's/^Free blocks: *//p') / 256))
check 'what is free, and for everybody' grep -qx "free: $free MiB, of that for everybody: $((free - 20)) MiB" <<<"$out"
tune2fs -m 50 "$device" >/dev/null && mkdir -p /mnt/data && mount "$device" /mnt/data
head -c 110M /dev/zero >/mnt/data/file
chmod 777 /mnt/data
setpriv --reuid nobody --regid nogroup --clear-groups head -c 200M /dev/zero 2>/dev/null >/mnt/data/more
check 'nobody can write any more' bash -c '! setpriv --reuid nobody --regid nogroup --clear-groups bash -c "echo x >/mnt/data/new" || [ ! -s /mnt/data/new ]'
run --device "$device"
check 'while it is mounted it is told, too' grep -q '^FULL for everybody but root' <<<"$out"
check 'and what is free as the file system knows it' test "$(sed -n 's/^free: \([0-9]*\) MiB, of that for everybody: 0 MiB$/\1/p' <<<"$out")" = $(($(stat --file-system --format %f /mnt/data) / 256))
umount /mnt/data
run --device "$device"
check 'when only that is left, it is told' grep -q '^FULL for everybody but root' <<<"$out"
mkfs.xfs -q -f "$(disk other 320M)"
run --device "$(tail -n 1 /run/disks)"
check 'another file system is refused' test "$status" -eq 3
finish
