#!/usr/bin/env bash
# packages: xfsprogs
. "$HARNESS"
use swap
mkdir '/mnt/swap/a folder'; ln -s '/mnt/swap/a folder' /odd; ln -s /mnt/swap /data
names() { swapon --show=NAME --noheadings; }

run --file /data/new --size 64 --dry-run
check 'a dry run makes nothing' test ! -e /mnt/swap/new
run --file /data/new --size 64
check 'it succeeds, also by a link' test "$status" -eq 0
check 'the kernel swaps there' test "$(swapon --show=NAME,SIZE --bytes --noheadings | tr -s ' ')" = "/mnt/swap/new $((64 * 1024 * 1024 - 4096))"
check 'only root can read it' test "$(stat -c '%U %a' /mnt/swap/new)" = 'root 600'
check 'the line for fstab is right' bash -c 'swapoff /mnt/swap/new && sed -n "s/^to keep it, in .*: //p" <<<"$1" >/etc/fstab && swapon --all && swapon --show=NAME --noheadings' _ "$out"
run --file /data/new --size 64
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && [ "$2" = "in use already: /mnt/swap/new" ]' _ "$status" "$out"
run --file /data/new --size 128
check 'more swap in a file that is in use is refused' bash -c '[ "$1" = 3 ] && grep -q "in use already, with 64 MiB" <<<"$2"' _ "$status" "$err"
echo precious >/mnt/swap/other
run --file /mnt/swap/other --size 64
check 'a file that is there is refused' bash -c '[ "$1" = 3 ] && grep -qx precious /mnt/swap/other' _ "$status"
run --file /mnt/swap/big --size 700
check 'less than half a GiB is left to nobody' test "$status" -eq 3
for each in /swapfile /dev/shm/swapfile /odd/swap; do
  run --file $each --size 64
  check "$each, on what cannot hold it, is refused" bash -c '[ "$1" = 3 ] && [ ! -e "$2" ]' _ "$status" "$each"
done
file_system x 1G mkfs.xfs
run --file /mnt/x/swap --size 64
check 'on XFS it works too' grep -qx /mnt/x/swap <<<"$(names)"
swapoff /mnt/x/swap /mnt/swap/new
finish
