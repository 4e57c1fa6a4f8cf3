#!/usr/bin/env bash
. "$HARNESS"

before() {
  local name
  stub systemctl <"$UNITS"
  systemctl start shop-api shop-web shop-worker
  mkdir -p /srv/drops /etc/shop
  for name in api web worker; do
    echo "new $name" >"/srv/drops/$name.conf"
    echo "old $name" >"/etc/shop/$name.conf"
  done
  echo 'new web' >/etc/shop/web.conf
  chmod 644 /etc/shop/*.conf
}

after() {
  check 'all are in place' test "$(cat /etc/shop/api.conf /etc/shop/web.conf /etc/shop/worker.conf)" = $'new api\nnew web\nnew worker'
  check 'those that changed are restarted once' test "$(calls 'restart shop-(api|worker)' | wc -l)" -eq 2
  check 'the other is not' test "$(calls 'restart shop-web' | wc -l)" -eq 0
}
