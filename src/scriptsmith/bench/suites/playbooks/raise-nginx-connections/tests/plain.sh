#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start nginx
  stub nginx <<<'exit 0'
  mkdir -p /etc/nginx
  cat >/etc/nginx/nginx.conf <<'EOF'
worker_processes auto;
events {
    worker_connections 768;
    multi_accept on;
}
http { include conf.d/*.conf; }
EOF
}

after() {
  local file=/etc/nginx/nginx.conf
  check 'the number is set' grep -qx '    worker_connections 4096;' "$file"
  check 'once' test "$(grep -c worker_connections "$file")" -eq 1
  check 'within the block' test "$(sed -n '/^events/,/^}/p' "$file" | grep -c worker_connections)" -eq 1
  check 'the rest stays' test "$(grep -cx 'worker_processes auto;\|    multi_accept on;\|http { include conf.d/\*.conf; }' "$file")" -eq 3
  check 'nginx approved of it' calls 'nginx -t -c'
  check 'it was reloaded once' test "$(calls 'reload nginx' | wc -l)" -eq 1
  check 'and not restarted' test "$(calls 'restart nginx' | wc -l)" -eq 0
}
