#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  printf 'app_workers: 6\n' >/work/group_vars/web.yml
}

after() {
  check 'a port that nobody sets is 8000' grep -qx 'port=8000' /etc/shop/shop.conf
  check 'the value of the group counts' grep -qx 'workers=6' /etc/shop/shop.conf
}
