#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars /work/host_vars
  echo 'app_port: 8080' >/work/group_vars/web.yml
  echo 'app_port: 9090' >/work/host_vars/localhost.yml
}

after() {
  check 'the value of the host counts' grep -qx 'port=9090' /etc/shop/shop.conf
  check 'what nobody sets has its default' grep -qx 'workers=2' /etc/shop/shop.conf
  check 'there is nothing else' test "$(grep -c . /etc/shop/shop.conf)" -eq 2
}
