#!/usr/bin/env bash
. "$HARNESS"
# with: mount_source=nas:/export
# with: mount_point=/srv/share/
# refused: mount_source=a b
# refused: mount_source=data
# refused: mount_type=start-up
# refused: mount_point=data
# refused: mount_point=/srv/my data
# refused: mount_point=//nas/share
# refused: mount_point=/dev/sdb1
# refuses: no_such_device: finds no file system
# given no_such_device: mount_source=/dev/sdz1
# refuses: disk_with_partitions: finds no file system
# given disk_with_partitions: mount_source=/dev/disk/by-label/data
# refuses: swap_there: finds no file system
# given swap_there: mount_source=/dev/disk/by-label/data
# refuses: another_type: of type xfs
# given another_type: mount_source=/dev/disk/by-label/data
# given another_type: mount_type=xfs
# refuses: file_at_the_mount_point: is no folder
# refuses: files_in_the_mount_point: would be out of sight
# refuses: no_helper: install nfs-common

before() {
  stub systemctl <"$UNITS"
  stub blkid <<'EOF'
[[ $* == "-c /dev/null /dev/disk/by-label/data" || $* == "-c /dev/null /dev/sdb1" ]] || exit 2
echo "$3: LABEL=\"data\" UUID=\"1a\" SEC_TYPE=\"ext2\" TYPE=\"ext4\" PARTUUID=\"2b\""
EOF
  echo '#!/bin/sh' >/sbin/mount.nfs
  printf '/dev/sda1 / ext4 defaults 0 1\n/dev/old %s ext3 noatime 0 2\n' "${mount_point%/}" >/etc/fstab
}

no_such_device() { :; }
disk_with_partitions() { stub blkid <<<"echo '$mount_source: PTUUID=\"1b\" PTTYPE=\"gpt\"'"; }
swap_there() { sed -i 's/ext4/swap/' "$(type -P blkid)"; }
another_type() { :; }

file_at_the_mount_point() {
  mkdir -p /srv
  echo precious >"${mount_point%/}"
}

# What a service has written until now.
files_in_the_mount_point() {
  mkdir -p "$mount_point"
  echo precious >"${mount_point%/}/.data"
}

# As on a fresh Debian.
no_helper() { rm /sbin/mount.nfs; }

after() {
  type=$mount_type source=$mount_source
  # A name of the kernel's is another disk's after a boot.
  [[ $mount_source != /dev/sdb1 ]] || source=UUID=1a
  [[ $mount_source != nas:* ]] || type=nfs
  check 'the line is there' grep -qxF "$source ${mount_point%/} $type defaults,nofail 0 2" /etc/fstab
  check 'it took the place of the old one' test "$(wc -l </etc/fstab)" -eq 2
  check 'what stood there is kept' grep -q "^/dev/old ${mount_point%/} ext3 noatime 0 2$" /etc/fstab.*
  check 'the root stays' grep -qx '/dev/sda1 / ext4 defaults 0 1' /etc/fstab
  check 'the mount point is there' test -d "$mount_point"
  [[ $mount_source == nas:* ]] || check 'the device was looked at' calls '^blkid '
  check 'systemd read it' calls '^systemctl daemon-reload'
  check 'a dry run finds it in order' ansible-playbook --check -i /work/inventory.ini /work/playbook/playbook.yml
}
