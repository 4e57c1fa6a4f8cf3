#!/usr/bin/env bash
. "$HARNESS"
use disks
ran_on util-linux "$(findmnt --version | sed 's/.* //')"

file_system data 60M mkfs.ext4 -q
mkdir -p /mnt/other '/mnt/two words'
uuid=$(blkid -o value -s UUID "$device")
echo "$device /mnt/data ext4 defaults 0 2" >good
run --file good
check 'a good table is in order' test "$status" -eq 0
check 'and all is mounted' grep -qx '1 entries, 0 of them not mounted though they should be at boot' <<<"$out"
echo "$device /mnt/other ext4 defaults,nofail 0 2" >>good
run --file good
check 'what is not mounted is told' grep -q '^not mounted now: /mnt/other from .* (the boot goes on without it)' <<<"$out"
for line in '/dev/nothing /mnt/other ext4 defaults 0 2' 'UUID=0000-0000 /mnt/other vfat defaults 0 2' 'LABEL=none /mnt/other ext4 defaults 0 2' \
  'PARTLABEL=none /mnt/other ext4 defaults 0 2' "$device /mnt/nodirectory nosuchfs defaults 0 2"; do
  echo "$line" >bad
  run --file bad
  check "refused: $line" test "$status" -eq 1
done
echo 'nas.invalid:/x /mnt/other nfs rw 0 0' >bad
run --file bad
check 'a network file system does not stop the boot' grep -q '^not mounted now: /mnt/other from nas.invalid:/x (the boot goes on without it)$' <<<"$out"
e2label "$device" 'my data'
mkdir -p /dev/disk/by-label && ln -s "$device" '/dev/disk/by-label/my\x20data' # as udev names it, which does not run here
echo 'LABEL=my\040data /mnt/data ext4 defaults 0 2' >good
run --file good
check 'a label with a blank is found' test "$status:$(grep -ci 'no such device' <<<"$out")" = 0:0
rm '/dev/disk/by-label/my\x20data'
echo '/dev/nothing none swap sw 0 0' >bad
run --file bad
check 'missing swap does not stop the boot' test "$(grep -c 'boot will stop' <<<"$out"):$(grep -c 'the boot waits for it and goes on: /dev/nothing' <<<"$out")" = 0:1
echo '/dev/nothing /mnt/other ext4 defaults,nofail 0 2' >bad
run --file bad
check 'a device that may be missing does not stop the boot' bash -c '! grep -q "boot will stop" <<<"$1"' _ "$out"
printf 'tmpfs /mnt/other tmpfs nofail 0 0\n%s /mnt/data ext4 defualts 0 2' "$device" >bad
check 'a misspelt option is one that mount refuses' bash -c '! mount -o defualts "$1" /mnt/other' _ "$device"
run --file bad
check 'and is told, on a last line without an end too' bash -c '[ "$1" = 1 ] && grep -qx "NOT A KNOWN OPTION of ext4, is it .*? defualts of /mnt/data" <<<"$2" && grep -q "^2 entries" <<<"$2"' _ "$status" "$out"
data=$device
file_system logs 400M mkfs.xfs -q
umount /mnt/logs
for option in errors=remount-ro data=ordered user_xattr; do
  check "$option is one that xfs refuses" bash -c '! mount -t xfs -o "$2" "$1" /mnt/logs' _ "$device" "$option"
  echo "$device /mnt/logs xfs $option 0 2" >bad
  run --file bad
  check "$option of another file system is told" test "$status:$(grep -c "^NOT A KNOWN OPTION of xfs, .*? ${option%=*} of /mnt/logs$" <<<"$out")" = 1:1
done
check 'xfs takes an option of its own' mount -t xfs -o logbufs=4,inode64,nodiscard,noatime "$device" /mnt/logs
echo "$device /mnt/logs xfs logbufs=4,inode64,nodiscard,noatime 0 2" >good
run --file good
check 'which is none' test "$status:$(grep -c 'NOT A KNOWN' <<<"$out")" = 0:0
device=$data
echo '/srv/nothing /mnt/other none bind 0 0' >bad
run --file bad
check 'a bind mount of nothing too' bash -c '[ "$1" = 1 ] && grep -qx "NO SUCH FILE OR DIRECTORY, the boot will stop: /srv/nothing" <<<"$2"' _ "$status" "$out"
echo "$device /mnt/data xfs defaults 0 2" >bad
run --file bad
check 'the type of another file system is an error' test "$status" -eq 1
check 'without root it is told that types are not compared' grep -q '^note: without root' <<<"$(setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" --file bad)"
finish
