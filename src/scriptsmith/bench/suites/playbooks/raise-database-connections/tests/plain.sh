#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start postgresql
  mkdir -p /etc/postgresql/15/main
  cat >/etc/postgresql/15/main/postgresql.conf <<'EOF'
listen_addresses = '*'
#max_connections = 100			# (change requires restart)
superuser_reserved_connections = 3	# (change requires restart)
shared_buffers = 128MB
EOF
}

after() {
  local file=/etc/postgresql/15/main/postgresql.conf
  check 'the limit is set' grep -qx 'max_connections = 300' "$file"
  check 'once, and no old one is left' test "$(grep -c 'max_connections' "$file")" -eq 1
  check 'the reserved ones stay' grep -q '^superuser_reserved_connections = 3' "$file"
  check 'the rest stays' test "$(wc -l <"$file")" -eq 4
  check 'the service was restarted once' test "$(calls 'restart postgresql' | wc -l)" -eq 1
}
