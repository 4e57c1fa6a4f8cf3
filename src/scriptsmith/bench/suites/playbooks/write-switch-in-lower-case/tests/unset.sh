#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop
}

after() {
  check 'it is off where nobody sets it' test "$(cat /etc/shop/flags.conf)" = beta=false
}
