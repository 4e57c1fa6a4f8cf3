#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop/bin /var/lib/shop
  echo 2.4.0 >/opt/shop/VERSION
  echo 2.3.1 >/var/lib/shop/schema
  cat >/opt/shop/bin/migrate <<'EOF'
#!/bin/bash
echo "$*" >>/var/lib/shop/calls
[[ $# -eq 1 ]] && echo "$1" >/var/lib/shop/schema
EOF
  chmod 755 /opt/shop/bin/migrate
}

after() {
  check 'the schema has the version' grep -qx 2.4.0 /var/lib/shop/schema
  check 'the program was called once, with the version' test "$(cat /var/lib/shop/calls)" = 2.4.0
}
