#!/usr/bin/env bash
# packages: udev
. "$HARNESS"
use disks
ran_on util-linux "$(lsblk --version | sed 's/.* //')"
file_system 'data' 30M mkfs.ext4 -q -L 'my label'
mounted=$device
plain=$(disk plain 20M)
mkdir -p /run/udev/data # what udev would keep of a device, as its own program finds it
for each in "$mounted" "$plain"; do
  name=${each#/dev/}
  { echo V:1 && udevadm test-builtin blkid "/sys/block/$name" 2>/dev/null | sed -n 's/^ID_/E:ID_/p'; } >"/run/udev/data/b$(<"/sys/block/$name/dev")"
done
run
check 'it succeeds' test "$status" -eq 0
tree() { grep -E "^[^a-z]*${1##*/} " <<<"$out"; }
check 'a device is shown with its file system, label and mount point' \
  bash -c '[[ $1 == *" 30M "*" ext4 "*"my label"*" /mnt/data" ]]' _ "$(tree "$mounted")"
check 'with its UUID, as blkid tells it' grep -q "$(blkid -o value -s UUID "$mounted")" <<<"$(tree "$mounted")"
check 'all that lsblk lists are counted' grep -q "^$(lsblk --noheadings --list --output NAME | sort -u | wc -l) devices, " <<<"$out"
disks=$(lsblk --noheadings --nodeps --list --output TYPE,SIZE | awk '$1 == "disk" && $2 != "0B"' | wc -l)
check 'so are the disks' grep -q " devices, $disks of them disks, " <<<"$out"
check 'a loop device is no disk, and never unused' bash -c '! grep -q "$1 (" <<<"$2"' _ "$plain" "$out"
for each in /sys/block/[svx]*d[a-z]; do # whose device is not in this machine, so that nobody can look at it
  [[ -e $each && ! -e /dev/${each##*/} && -z $(compgen -G "$each/${each##*/}*") ]] || continue
  check "a disk that cannot be looked at is only perhaps unused" grep -q "^perhaps unused: /dev/${each##*/} (" <<<"$out"
done
check 'without looking none is called unused' grep -q ', 0 disks unused$' <<<"$out"
finish
