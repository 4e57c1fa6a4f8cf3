#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop /var/log/shop
  echo 2.0 >/opt/shop/VERSION
}

after() {
  check 'the log is made' test "$(cat /var/log/shop/deployments.log)" = '2.0 deployed'
}
