#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop
}

after() {
  check 'a host without an address is left out' test "$(grep . /etc/shop/peers)" = '# address name'
}
