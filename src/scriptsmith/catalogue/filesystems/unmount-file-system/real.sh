#!/usr/bin/env bash
# packages: psmisc fdisk
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
file_system 'two words' 60M mkfs.ext4 -q
mkdir /mnt/data/below
mount -t tmpfs none /mnt/data/below
run --path /mnt/data
check 'with another one below it is refused' bash -c '[ "$1" = 3 ] && grep -qx "mounted below it, unmount first: /mnt/data/below" <<<"$2"' _ "$status" "$out"
umount /mnt/data/below
(cd /mnt/data && exec sleep 300) &
user=$!
await bash -c '[ "$(readlink /proc/'"$user"'/cwd)" = /mnt/data ]'
run --path /mnt/data
check 'one in use stays' bash -c '[ "$1" = 1 ] && mountpoint -q /mnt/data' _ "$status"
check 'and who uses it is told' grep -q "$user .*c.*sleep" <<<"$out"
kill "$user"
wait "$user" 2>/dev/null
run --path /mnt/data --dry-run
check 'a dry run unmounts nothing' mountpoint -q /mnt/data
run --path /mnt/data
check 'it succeeds' bash -c '[ "$1" = 0 ] && ! mountpoint -q /mnt/data' _ "$status"
run --path /mnt/data
check 'a second run has nothing to do' grep -qx 'not mounted: /mnt/data' <<<"$out"
device=$(head -n 1 /run/disks)
mount "$device" /mnt/data
unshare --mount --propagation private sleep 300 &
apart=$!
await grep -q ' /mnt/data ' "/proc/$apart/mountinfo"
run --path /mnt/data --dry-run
check 'a process that has it mounted for itself is told before' grep -qx "process $apart (sleep) has it mounted for itself" <<<"$out"
run --path /mnt/data
check 'and is a failure, for the device is not free' bash -c '[ "$1" = 1 ] && grep -qx "process $3 (sleep) has it mounted for itself" <<<"$2" && ! mountpoint -q /mnt/data' _ "$status" "$out" "$apart"
kill "$apart"
wait "$apart" 2>/dev/null
mount "$device" /mnt/data && mkdir /srv/again && mount --bind /mnt/data /srv/again
run --path /mnt/data
check 'another place of it is told' bash -c '[ "$1" = 0 ] && grep -q "is mounted at /srv/again," <<<"$2"' _ "$status" "$err"
umount /srv/again && mount "$device" /mnt/data && fallocate -l 8M /mnt/data/swapfile && mkswap -q /mnt/data/swapfile 2>/dev/null
loop=$(losetup --find --show /mnt/data/swapfile)
run --path /mnt/data
check 'with a loop device on a file of it, it stays' bash -c '[ "$1" = 1 ] && mountpoint -q /mnt/data' _ "$status"
check 'that no process holds it is told' grep -q '^no process that can be seen; the kernel itself may' <<<"$out"
losetup --detach "$loop"
run --path /mnt/data
check 'without, it goes' test "$status" -eq 0
run --path '/mnt/two words'
check 'a name with a blank is taken' bash -c '[ "$1" = 0 ] && ! mountpoint -q "/mnt/two words"' _ "$status"
# Two partitions of one disk, as the kernel knows them.
shared=$(disk shared 100M) && losetup --detach "$shared" && shared=$(losetup --find --show --partscan /disks/shared) && echo "$shared" >>/run/disks
printf 'size=40M\nsize=40M\n' | sfdisk --quiet --label gpt "$shared"
partx --add "$shared" 2>/dev/null
for part in 1 2; do
  # shellcheck disable=SC2046  # two numbers
  mknod "${shared}p$part" b $(tr : ' ' <"/sys/class/block/${shared##*/}p$part/dev")
  mkfs.ext4 -q "${shared}p$part" && mkdir "/mnt/part$part" && mount "${shared}p$part" "/mnt/part$part"
done
run --path /mnt/part1
check 'that another partition of the disk is in use is told' test "$status:$(grep '^note' <<<"$err")" = "0:note: its disk must not be detached yet, other parts of it are in use: ${shared}p2 (/mnt/part2)"
run --path /mnt/part2
check 'of the last one nothing is told' test "$status:$err" = 0:
for path in / /proc /tmp; do
  run --path "$path"
  check "$path, which the host needs, is refused" test "$status" -eq 3
done
finish
