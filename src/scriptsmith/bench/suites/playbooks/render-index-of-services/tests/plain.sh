#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  cat >/work/group_vars/web.yml <<'EOF'
services:
  - {name: shop, team: sales, port: 8080}
  - {name: wiki, port: 8090}
  - {name: crm, team: sales, port: 8070}
  - {name: build, team: platform, port: 9000}
EOF
}

after() {
  local expected=$'nobody:\n  wiki (8090)\nplatform:\n  build (9000)\nsales:\n  crm (8070)\n  shop (8080)'
  check 'services are listed by team' test "$(grep . /srv/status/index.txt)" = "$expected"
}
