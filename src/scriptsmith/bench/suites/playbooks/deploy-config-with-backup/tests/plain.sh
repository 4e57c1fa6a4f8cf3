#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start shop
  groupadd --system shop
  mkdir -p /srv/drops /etc/shop
  echo 'workers: 8' >/srv/drops/shop.yaml
  echo 'workers: 2' >/etc/shop/shop.yaml
}

after() {
  check 'it is in place' grep -qx 'workers: 8' /etc/shop/shop.yaml
  check 'the group alone may read it' test "$(stat -c '%U %G %a' /etc/shop/shop.yaml)" = 'root shop 640'
  check 'there is one backup of the old one' test "$(find /etc/shop -type f ! -name shop.yaml -exec cat {} +)" = 'workers: 2'
  check 'the source stays' test -s /srv/drops/shop.yaml
  check 'the shop was restarted once' test "$(calls 'restart shop' | wc -l)" -eq 1
}
