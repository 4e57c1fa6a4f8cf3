#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/sudoers.d
  echo '@includedir /etc/sudoers.d' >/etc/sudoers
  stub visudo <<'EOF'
grep -q '^%operators ALL=' "${@: -1}"
EOF
}

after() {
  local file=/etc/sudoers.d/operators
  check 'the rule is there' grep -Eqx '%operators[[:space:]]+ALL ?= ?\((root|root:root|ALL|ALL:ALL)\) NOPASSWD: ?/usr/bin/systemctl restart shop\.service' "$file"
  check 'it is the only one' test "$(grep -c '^[^#]' "$file")" -eq 1
  check 'nobody else reads or writes it' test "$(stat -c '%U %G %a' "$file")" = 'root root 440'
  check 'visudo was asked' calls 'visudo .*-c'
  check 'the main file stays' test "$(cat /etc/sudoers)" = '@includedir /etc/sudoers.d'
}
