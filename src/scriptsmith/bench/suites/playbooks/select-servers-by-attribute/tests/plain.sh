#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars /work/host_vars
  cat >/work/group_vars/all.yml <<'EOF'
zone: a
nodes:
  - {name: n5, state: active, zone: b}
  - {name: n2, state: active, zone: b}
  - {name: n3, state: drained, zone: b}
  - {name: n1, state: active, zone: a}
  - {name: n4, state: active}
EOF
  echo 'zone: b' >/work/host_vars/localhost.yml
}

after() {
  check 'the active ones of its zone are there, sorted' test "$(xargs </etc/shop/active)" = 'n2 n5'
}
