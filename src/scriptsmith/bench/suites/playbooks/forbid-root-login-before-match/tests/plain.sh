#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start ssh
  mkdir -p /etc/ssh
  cat >/etc/ssh/sshd_config <<'EOF'
Port 22
PasswordAuthentication no
Match Address 10.0.5.9
    PermitRootLogin prohibit-password
    X11Forwarding no
EOF
  chmod 600 /etc/ssh/sshd_config
}

after() {
  local file=/etc/ssh/sshd_config
  local above
  above=$(sed '/^Match/,$d' "$file")
  check 'root is kept out in the global part' grep -qx 'PermitRootLogin no' <<<"$above"
  check 'it is said once' test "$(grep -c '^PermitRootLogin' "$file")" -eq 1
  check 'the exception stays' grep -qx '    PermitRootLogin prohibit-password' "$file"
  check 'the block is as it was' test "$(sed -n '/^Match/,$p' "$file" | wc -l)" -eq 3
  check 'the mode stays' test "$(stat -c %a "$file")" = 600
  check 'SSH was restarted once' test "$(calls 'restart ssh' | wc -l)" -eq 1
}
