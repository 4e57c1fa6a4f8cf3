#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars /work/host_vars
  cat >/work/group_vars/app.yml <<'EOF'
shop_defaults:
  name: shop
  cache: {size: 64, ttl: 60}
  debug: false
  hosts: [a, b]
EOF
  cat >/work/host_vars/localhost.yml <<'EOF'
shop_overrides:
  cache: {ttl: 5}
  hosts: [c]
EOF
}

after() {
  local expected='{"cache":{"size":64,"ttl":5},"debug":false,"hosts":["c"],"name":"shop"}'
  check 'values of all levels are merged, with their types' test "$(python3 -c 'import json,sys; print(json.dumps(json.load(sys.stdin), separators=(",", ":")))' </etc/shop/settings.json)" = "$expected"
}
