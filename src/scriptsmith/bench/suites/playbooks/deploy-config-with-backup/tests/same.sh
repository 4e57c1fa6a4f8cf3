#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start shop
  groupadd --system shop
  mkdir -p /srv/drops /etc/shop
  echo 'workers: 8' | tee /srv/drops/shop.yaml >/etc/shop/shop.yaml
  chgrp shop /etc/shop/shop.yaml
  chmod 640 /etc/shop/shop.yaml
}

after() {
  check 'nothing is backed up' test "$(find /etc/shop -type f | wc -l)" -eq 1
  check 'nothing is restarted' test "$(calls 'restart shop' | wc -l)" -eq 0
}
