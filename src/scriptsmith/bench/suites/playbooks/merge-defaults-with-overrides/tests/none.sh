#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  printf 'shop_defaults: {b: 1, a: true}\n' >/work/group_vars/app.yml
}

after() {
  check 'the defaults alone do' test "$(tr -d ' \n' </etc/shop/settings.json)" = '{"a":true,"b":1}'
}
