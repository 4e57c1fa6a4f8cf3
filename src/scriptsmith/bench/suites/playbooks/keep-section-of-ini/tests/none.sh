#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop
  printf '[http]\ntimeout = 5\n[database]\nhost = db1\n[cache]\ntimeout = 1\n' >/etc/shop/shop.ini
}

after() {
  check 'it is added to the section' test "$(xargs </etc/shop/shop.ini | sed 's/host = db1 timeout = 30/timeout = 30 host = db1/')" = '[http] timeout = 5 [database] timeout = 30 host = db1 [cache] timeout = 1'
}
