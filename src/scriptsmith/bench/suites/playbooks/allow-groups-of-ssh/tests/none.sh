#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start ssh
  mkdir -p /etc/ssh
  printf '%s\n' 'Port 22' 'Match User sync' '    ForceCommand internal-sftp' >/etc/ssh/sshd_config
}

after() {
  check 'a line is added above the block' test "$(sed '/^Match/,$d' /etc/ssh/sshd_config | grep -cx 'AllowGroups operators')" -eq 1
}
