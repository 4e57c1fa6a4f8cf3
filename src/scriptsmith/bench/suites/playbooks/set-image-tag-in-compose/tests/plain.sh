#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/shop
  cat >/srv/shop/compose.yaml <<'EOF'
# the shop, see the wiki
services:
  shop:
    image: registry.example/shop:4.1.7  # pinned
  worker:
    image: registry.example/shop-worker:4.1.7
  db:
    image: postgres:15
EOF
}

after() {
  local file=/srv/shop/compose.yaml
  check 'the tag is set, and its comment stays' grep -qx '    image: registry.example/shop:4.2.0  # pinned' "$file"
  check 'others stay' test "$(grep -c 'shop-worker:4.1.7\|postgres:15\|# the shop' "$file")" -eq 3
  check 'nothing is lost' test "$(wc -l <"$file")" -eq 8
}
