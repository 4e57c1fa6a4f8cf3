#!/usr/bin/env bash
. "$HARNESS"
# with: sshd_drop_in=/etc/ssh/sshd_config.d/05-site.conf
# refused: sshd_drop_in=10-hardening.conf

before() {
  stub systemctl <"$UNITS"
  stub sshd <<'EOF'
[[ $* == "-t -f "* ]] && ! grep -q Bogus "$3"
EOF
  systemctl start ssh
}

after() {
  check 'root may not log in' grep -qx 'PermitRootLogin no' "$sshd_drop_in"
  check 'passwords are refused' grep -qx 'PasswordAuthentication no' "$sshd_drop_in"
  check 'others cannot write the file' test "$(stat -c %a "$sshd_drop_in")" = 644
  check 'the file was validated first' calls '^sshd -t -f'
  check 'the daemon was told' calls '^systemctl reload ssh' 
}
