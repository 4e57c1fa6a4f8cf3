#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start nginx
  mkdir -p /etc/nginx/conf.d /etc/shop
  echo '["192.0.2.0/24", "10.4.0.0/16", "192.0.2.0/24"]' >/etc/shop/proxies.json
}

after() {
  local expected=$'set_real_ip_from 10.4.0.0/16;\nset_real_ip_from 192.0.2.0/24;\nreal_ip_header X-Forwarded-For;'
  check 'each network is there once, in order' test "$(grep . /etc/nginx/conf.d/realip.conf)" = "$expected"
  check 'nginx was reloaded once' test "$(calls 'reload nginx' | wc -l)" -eq 1
}
