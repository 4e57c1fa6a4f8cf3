#!/usr/bin/env bash
# packages: cloud-guest-utils fdisk
. "$HARNESS"
use disks

ran_on growpart "$(dpkg-query --show --showformat '${Version}' cloud-guest-utils | cut -d- -f1)"
parted() { # NAME SIZE TABLE PARTITIONS: a disk with partitions, as the kernel knows them
  device=$(disk "$1" "$2") && losetup --detach "$device" && device=$(losetup --find --show --partscan "/disks/$1") && echo "$device" >>/run/disks
  printf '%b' "$4" | sfdisk --quiet --label "$3" "$device"
  partx --add "$device" 2>/dev/null
  # shellcheck disable=SC2046  # two numbers
  for each in /sys/class/block/"${device#/dev/}"p*; do mknod "/dev/${each##*/}" b $(tr : ' ' <"$each/dev"); done
}
length() { echo $(($(cat "/sys/class/block/${1#/dev/}/size") / 2048)); }
room() { df --output=size --block-size=1M "$1" | tail -n 1 | tr -d ' '; }
parted big 900M gpt 'size=400M\n'
mkfs.xfs -q "${device}p1" && mkdir '/mnt/my data' && mount "${device}p1" '/mnt/my data'
xfs=$device before=$(room '/mnt/my data')
run --partition "${xfs}p1" --dry-run
check 'a dry run changes nothing' test "$status:$(length "${xfs}p1")" = 0:400
check 'it says by how much' grep -Eqx "would grow: ${xfs}p1 by 49[89] MiB, with its file system" <<<"$out"
export TMPDIR=/tmp && mount -t tmpfs -o nr_inodes=1 full /tmp
check 'where /tmp has no room growpart fails by itself' bash -c '! growpart --dry-run "$1" 1' _ "$xfs"
run --partition "${xfs}p1"
umount /tmp
check 'it succeeds' test "$status" -eq 0
check 'the partition has grown' test "$(length "${xfs}p1")" -ge 898
check 'and its file system' test "$(room '/mnt/my data')" -gt $((before + 450))
run --partition "${xfs}p1"
check 'then nothing is free' test "$status:$(grep -c 'nothing is free behind' <<<"$err")" = 3:1
parted tight 600M dos 'size=300M\nsize=50M\n'
mkfs.btrfs -q "${device}p1" && mkdir /mnt/tight && mount "${device}p1" /mnt/tight
run --partition "${device}p1"
check 'with a partition behind it nothing is free' test "$status:$(length "${device}p1")" = 3:300
mkswap "${device}p2" >/dev/null
run --partition "${device}p2"
check 'swap is refused as swap' test "$status:$(grep -c 'holds swap' <<<"$err")" = 3:1
mkfs.ext4 -q -F "${device}p2"
run --partition "${device}p2"
check 'one that is not mounted is refused' test "$status:$(length "${device}p2")" = 3:50
mkdir /mnt/little && mount "${device}p2" /mnt/little
run --partition "${device}p2" --min-size 300
check 'less than is wanted is refused' test "$status:$(length "${device}p2")" = 3:50
parted tree 500M dos 'size=200M\n'
mkfs.btrfs -q "${device}p1" && mkdir /mnt/tree && mount "${device}p1" /mnt/tree
run --partition "${device}p1"
check 'btrfs grows' test "$status:$(room /mnt/tree)" = 0:499
parted later 900M gpt 'size=400M\n'
mkfs.xfs -q "${device}p1" && mkdir /mnt/later && mount "${device}p1" /mnt/later && growpart "$device" 1 >/dev/null
before=$(room /mnt/later)
run --partition "${device}p1"
check 'a file system that was left behind by growpart grows' test "$status" -eq 0 -a "$(room /mnt/later)" -gt $((before + 200))
run --partition "${device}p1"
check 'once' test "$status:$(grep -c 'nothing is free behind' <<<"$err")" = 3:1
run --partition "$device"
check 'a whole disk is refused' test "$status" -eq 3
umount '/mnt/my data' /mnt/tight /mnt/little /mnt/tree /mnt/later
finish
