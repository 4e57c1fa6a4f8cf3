#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/haproxy /work/group_vars
  cat >/etc/haproxy/haproxy.cfg <<'EOF'
backend shop
# BEGIN ANSIBLE MANAGED BLOCK
    server gone 10.0.0.99:8080 check
# END ANSIBLE MANAGED BLOCK
    balance roundrobin
EOF
  printf 'shop_servers:\n  - {name: shop1, host: 10.0.0.11}\n' >/work/group_vars/app.yml
}

after() {
  check 'old servers are gone' test -z "$(grep gone /etc/haproxy/haproxy.cfg)"
  check 'the new one is there' grep -qx '    server shop1 10.0.0.11:8080 check' /etc/haproxy/haproxy.cfg
  check 'there is one block' test "$(grep -c 'BEGIN ANSIBLE' /etc/haproxy/haproxy.cfg)" -eq 1
}
