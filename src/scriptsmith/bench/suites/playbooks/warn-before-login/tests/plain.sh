#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start ssh
  mkdir -p /etc/ssh /work/group_vars
  printf '%s\n' 'Port 22' '#Banner none' 'Match Group sftp' '    Banner none' >/etc/ssh/sshd_config
  printf 'login_warning: |\n  Only for staff.\n  All is recorded.\n' >/work/group_vars/all.yml
}

after() {
  check 'the warning is there' test "$(cat /etc/issue.net)" = $'Only for staff.\nAll is recorded.'
  check 'it is shown' test "$(cat /etc/ssh/sshd_config)" = $'Port 22\nBanner /etc/issue.net\nMatch Group sftp\n    Banner none'
  check 'SSH was reloaded once' test "$(calls 'reload ssh' | wc -l)" -eq 1
}
