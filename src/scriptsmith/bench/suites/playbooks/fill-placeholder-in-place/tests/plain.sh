#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/haproxy /work/group_vars
  cat >/etc/haproxy/haproxy.cfg <<'EOF'
defaults
    mode http
backend shop
    balance roundrobin
backend shop-api
    server api1 10.0.0.9:9000 check
EOF
  cat >/work/group_vars/app.yml <<'EOF'
shop_servers:
  - {name: shop1, host: 10.0.0.11}
  - {name: shop2, host: 10.0.0.12}
EOF
}

after() {
  local file=/etc/haproxy/haproxy.cfg section
  section=$(sed -n '/^backend shop$/,/^backend shop-api$/p' "$file")
  check 'the servers are there in order' test "$(grep -o 'server shop[12] .*' <<<"$section" | xargs)" = 'server shop1 10.0.0.11:8080 check server shop2 10.0.0.12:8080 check'
  check 'they are indented' test "$(grep -c '^    server shop' "$file")" -eq 2
  check 'they stand in a block' grep -q 'ANSIBLE MANAGED' <<<"$section"
  check 'the lines around stay' test "$(grep -v 'ANSIBLE MANAGED\|server shop' "$file" | xargs)" = 'defaults mode http backend shop balance roundrobin backend shop-api server api1 10.0.0.9:9000 check'
  check 'they come before what was there' test "$(grep -n 'server shop2' "$file" | cut -d: -f1)" -lt "$(grep -n balance "$file" | cut -d: -f1)"
}
