#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start ssh
  mkdir -p /etc/ssh
  printf '%s\n' 'Port 22' 'AllowGroups admins operators-night' 'Match User sync' '    ForceCommand internal-sftp' >/etc/ssh/sshd_config
}

after() {
  check 'the group is added' grep -qx 'AllowGroups admins operators-night operators' /etc/ssh/sshd_config
  check 'there is one such line' test "$(grep -c AllowGroups /etc/ssh/sshd_config)" -eq 1
  check 'the rest stays' test "$(grep -c . /etc/ssh/sshd_config)" -eq 4
  check 'SSH was reloaded once' test "$(calls 'reload ssh' | wc -l)" -eq 1
}
