#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop/bin /srv/shop
  cat >/opt/shop/bin/upgrade <<'EOF'
#!/bin/bash
[[ -e /srv/shop/maintenance ]] && echo covered >>/opt/shop/log || echo bare >>/opt/shop/log
touch /opt/shop/UPGRADED
EOF
  chmod 755 /opt/shop/bin/upgrade
}

after() {
  check 'it was upgraded once, behind the page' test "$(cat /opt/shop/log)" = covered
  check 'the page is gone' test ! -e /srv/shop/maintenance
}
