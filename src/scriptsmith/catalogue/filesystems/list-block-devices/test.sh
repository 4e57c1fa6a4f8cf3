#!/usr/bin/env bash
. "$HARNESS"

stub lsblk <<'EOF'
case $* in
  '--output NAME,SIZE,TYPE,RO,FSTYPE,LABEL,UUID,MOUNTPOINT') cat tree ;;
  '--pairs --paths --output NAME,TYPE,SIZE,FSTYPE,MOUNTPOINT,PKNAME') cat pairs ;;
  *) exit 1 ;;
esac
EOF
printf 'NAME    SIZE TYPE RO FSTYPE LABEL UUID MOUNTPOINT\nvda      20G disk  0                    \n└─vda1   20G part  0 ext4         0b1c /\nvdb     100G disk  0\n' >tree
: >vdb
sed "s,\$PWD,$PWD," >pairs <<'EOF'
NAME="/dev/vda" TYPE="disk" SIZE="20G" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vda1" TYPE="part" SIZE="20G" FSTYPE="ext4" MOUNTPOINT="/" PKNAME="/dev/vda"
NAME="$PWD/vdb" TYPE="disk" SIZE="100G" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vde" TYPE="disk" SIZE="9G" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vdg" TYPE="disk" SIZE="7G" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vdf" TYPE="disk" SIZE="8G" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vdc" TYPE="disk" SIZE="50G" FSTYPE="xfs" MOUNTPOINT="" PKNAME=""
NAME="/dev/zram0" TYPE="disk" SIZE="0B" FSTYPE="" MOUNTPOINT="" PKNAME=""
NAME="/dev/vdd" TYPE="disk" SIZE="50G" FSTYPE="" MOUNTPOINT="/data\x20one" PKNAME=""
NAME="/dev/mapper/vg-$(touch pwned)" TYPE="lvm" SIZE="5G" FSTYPE="" MOUNTPOINT="" PKNAME="/dev/vda1"
EOF
stub blkid <<'EOF'
case $* in
  "-p $PWD/vdb" | '-p /dev/vdg') exit 2 ;;
  '-p /dev/vde') echo '/dev/vde: UUID="x" TYPE="LVM2_member" USAGE="raid"' ;;
  '-p /dev/vdf') echo 'blkid: error: /dev/vdf: Permission denied' >&2; exit 2 ;;
  *) exit 100 ;;
esac
EOF
run
check 'one whose content only blkid sees is not unused' grep -q '^in use, though .*: /dev/vde (9G): .*LVM2_member' <<<"$out"
check 'one that cannot be looked at is only perhaps' grep -q '^perhaps unused: /dev/vdf (8G)' <<<"$out"
check 'nor is one whose device is missing' grep -q '^perhaps unused: /dev/vdg (7G)' <<<"$out"
check 'it succeeds' test "$status" -eq 0
check 'the tree is shown' grep -q 'ext4 *0b1c /$' <<<"$out"
check 'an unused disk is named' grep -qx "unused: $PWD/vdb (100G): no partition, no file system, not mounted; a database or virtual machine may use it without one" <<<"$out"
check 'one with partitions is not' test "$(grep -c 'unused: /dev/vda ' <<<"$out")" -eq 0
check 'nor one with a file system' test "$(grep -c 'unused: /dev/vdc ' <<<"$out")" -eq 0
check 'nor one that is mounted' test "$(grep -c 'unused: /dev/vdd ' <<<"$out")" -eq 0
check 'a volume is no disk' test "$(grep -c 'unused: /dev/mapper' <<<"$out")" -eq 0
check 'they are counted' grep -qx '10 devices, 7 of them disks, 1 disks unused' <<<"$out"
echo 'NAME SIZE' >tree
run
check 'a header alone is no list' test "$status" -eq 3
printf 'NAME\nvda\n' >tree; echo 'something else' >pairs
run
check 'what cannot be read is a failure' test "$status" -eq 1
stub lsblk <<<'exit 1'
run
check 'an lsblk that fails is a failure' test "$status" -eq 1
mkdir none
bash_=$(type -P bash)
PATH=none "$bash_" "$SCRIPT" >/dev/null 2>&1
check 'a missing lsblk is refused' test "$?" -eq 3
run '$(touch pwned)'
check 'an unknown argument is refused' test "$status" -eq 2
check 'nothing hostile ran' test ! -e pwned
finish
