#!/usr/bin/env bash
. "$HARNESS"
use lvm
vgcreate -qq other-vg "$(disk three 100M)" >/dev/null 2>&1
lvcreate -qq --name half --size 252M ssvg >/dev/null 2>&1
lvcreate -qq --name all --extents 100%FREE other-vg >/dev/null 2>&1
run
check 'a group is shown with its size, free space, disks and volumes' grep -Eqx ' +1016 MiB +764 MiB +75% +2 +1  ssvg' <<<"$out"
check 'one with no room is marked' grep -Eqx ' +96 MiB +0 MiB +0% +1 +1  other-vg  FULL' <<<"$out"
check 'they are counted' grep -qx '2 groups, 1 of them full, 0 incomplete' <<<"$out"
mkdir -p /full && mount -t tmpfs -o size=64k full /full; head -c 100000 /dev/zero >/full/all 2>/dev/null
TMPDIR=/full BASH_COMPAT=5.0 run
umount /full
check 'a full disk for temporary files does no harm, also before bash 5.1' test "$status:$(grep -c '^2 groups, 1 of them full' <<<"$out")" = 0:1
sed -i 's/use_devicesfile = 0/use_devicesfile = 1/' /etc/lvm/lvmlocal.conf
mkdir -p /etc/lvm/devices && printf 'VERSION=1.1.1\n' >/etc/lvm/devices/system.devices
run
check 'with a list of devices that names none LVM sees none' grep -qx 'LVM sees no volume group on this host' <<<"$out"
check 'those on others are named' test "$(grep '^not used here' <<<"$out" | sed 's/.* //' | sort | paste -sd ' ')" = 'other-vg ssvg'
sed -i 's/use_devicesfile = 1/use_devicesfile = 0/' /etc/lvm/lvmlocal.conf
run
check 'without a list none is left out' test "$(grep -c '^not used here' <<<"$out")" -eq 0
losetup --detach "$(sed -n 2p /run/disks)"
run
check 'a group that misses a disk is marked' grep -Eq ' ssvg  MISSES A DISK$' <<<"$out"
check 'and counted' grep -qx '2 groups, 1 of them full, 1 incomplete' <<<"$out"
check 'it succeeds' test "$status" -eq 0
finish
