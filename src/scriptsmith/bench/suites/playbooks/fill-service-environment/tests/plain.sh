#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  rm -rf /etc/shop
  cat >/work/group_vars/app.yml <<'EOF'
shop_env:
  SHOP_TITLE: 'The "Best" Shop'
  DB_PASSWORD: 'k3 y'
  WORKERS: 4
EOF
}

after() {
  local expected=$'DB_PASSWORD="k3 y"\nSHOP_TITLE="The \\"Best\\" Shop"\nWORKERS="4"'
  check 'each value is there, quoted and in order' test "$(grep . /etc/shop/shop.env)" = "$expected"
  check 'only root reads them' test "$(stat -c '%U %a' /etc/shop/shop.env)" = 'root 600'
}
