#!/usr/bin/env bash
. "$HARNESS"
use lvm
use lvm-volumes

# There is no device mapper, so a device of the volume's name stands for what lies on it.
mkdir -p /dev/ssvg
on() { # VOLUME COMMAND…: a file system, or swap, on the volume
  local device
  device=$(disk "fs-$1" 300M) && "${@:2}" "$device" >/dev/null 2>&1 && ln -s "$device" "/dev/ssvg/$1"
}
on plain mkfs.ext4 -q
on thin1 mkfs.xfs -q
on main mkfs.ext4 -q
on wmain mkswap
sizes() { lvs --all --noheadings --options lv_name,lv_size ssvg 2>/dev/null; }
before=$(sizes)
free=$(($(vgs --noheadings --units b --nosuffix -o vg_free ssvg 2>/dev/null) / 1048576))
run --volume ssvg/plain --size 16 --dry-run
check 'what would be done is told in real sizes' grep -qx 'would extend: ssvg/plain by 16 MiB to 32 MiB' <<<"$out"
check 'and what is free' grep -qx "ssvg/plain: 16 MiB now, $free MiB free in its group" <<<"$out"
check 'and the file system' grep -qx 'file system: ext4' <<<"$out"
run --volume ssvg/plain --size $((free + 1)) --dry-run
check 'more than is free is refused' test "$status" -eq 3
run --volume ssvg/plain --size "$free" --dry-run
check 'all that is free is not' test "$status" -eq 0
run --volume ssvg/thin1 --size 4096 --dry-run
check 'a thin volume takes nothing from the group' grep -qx 'would extend: ssvg/thin1 by 4096 MiB to 4196 MiB' <<<"$out"
run --volume ssvg/main --size 16 --dry-run
check 'a cached volume is no snapshot, though it has an origin' test "$status" -eq 0
for volume in data data-snap pool base wmain main_corig absent; do
  run --volume "ssvg/$volume" --size 16
  check "$volume (with a snapshot, one itself, a pool, without a file system, swap, hidden, absent) is refused" test "$status" -eq 3
done
run --volume ssvg/plain --size 16
check 'what LVM cannot do (the volume is not active here) is a failure' bash -c '[ "$1" = 1 ] && grep -q "nothing was changed" <<<"$2"' _ "$status" "$err"
mount -t tmpfs -o size=16k full /etc/lvm/archive
head -c 16384 /dev/zero >/etc/lvm/archive/zero
run --volume ssvg/plain --size 16
check 'without room for its backup LVM is told to do without' grep -q '^note: /etc/lvm/archive is full' <<<"$out"
lvextend --size +16m ssvg/plain >said 2>&1
check 'for it would not extend anything' test "$?:$(grep -c 'archive.*No space left on device' said)" = 5:1
umount /etc/lvm/archive
check 'no size was changed by all that' test "$(sizes)" = "$before"
finish
