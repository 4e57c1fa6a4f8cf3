#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop
  cat >/etc/shop/shop.ini <<'EOF'
[http]
timeout = 5
port = 80

[database]
host = db1
; seconds
timeout = 10

[cache]
timeout = 1
EOF
}

after() {
  local file=/etc/shop/shop.ini
  check 'the section has it' test "$(sed -n '/^\[database\]/,/^\[cache\]/p' "$file" | grep -c '^timeout = 30$')" -eq 1
  check 'others stay' test "$(grep timeout "$file" | xargs)" = 'timeout = 5 timeout = 30 timeout = 1'
  check 'the rest stays' test "$(grep -v timeout "$file" | xargs)" = '[http] port = 80 [database] host = db1 ; seconds [cache]'
}
