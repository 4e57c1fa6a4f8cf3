#!/usr/bin/env bash
. "$HARNESS"
# with: host_name=db2.internal
# refused: host_name=a b

before() {
  stub hostname <<'EOF'
EOF
  printf '127.0.0.1 localhost\n127.0.1.1 clone\n' >/etc/hosts
}

after() {
  check 'the name is kept' test "$(cat /etc/hostname)" = "$host_name"
  check 'the kernel was told' calls '^hostname --file /etc/hostname'
  check 'the host finds itself' grep -qx "127.0.1.1 $host_name" /etc/hosts
  check 'and not by the old name' test "$(wc -l </etc/hosts)" -eq 2
}
