#!/usr/bin/env bash
. "$HARNESS"
# with: mount_source=nas:/export
# with: mount_point=/srv/share
# with: mount_type=nfs
# refused: mount_source=a b
# refused: mount_point=data

before() {
  stub systemctl <"$UNITS"
  printf '/dev/sda1 / ext4 defaults 0 1\n/dev/old %s ext3 defaults 0 2\n' "$mount_point" >/etc/fstab
}

after() {
  check 'the line is there' grep -qxF "$mount_source $mount_point $mount_type defaults,nofail 0 2" /etc/fstab
  check 'it took the place of the old one' test "$(wc -l </etc/fstab)" -eq 2
  check 'the root stays' grep -qx '/dev/sda1 / ext4 defaults 0 1' /etc/fstab
  check 'the mount point is there' test -d "$mount_point"
  check 'systemd read it' calls '^systemctl daemon-reload' 
}
