#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start ssh
  mkdir -p /etc/ssh
  cat >/etc/ssh/sshd_config <<'EOF'
#PermitRootLogin prohibit-password
PasswordAuthentication no
Match Address 10.0.5.9
    PermitRootLogin prohibit-password
EOF
}

after() {
  local file=/etc/ssh/sshd_config
  check 'root is kept out in the global part' grep -qx 'PermitRootLogin no' <<<"$(sed '/^Match/,$d' "$file")"
  check 'the exception stays' grep -qx '    PermitRootLogin prohibit-password' "$file"
}
