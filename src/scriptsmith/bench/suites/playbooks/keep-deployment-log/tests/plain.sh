#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop /var/log/shop
  echo 1.4 >/opt/shop/VERSION
  printf '1.3 deployed\n1.4 deployed\n1.5 deployed\n' >/var/log/shop/deployments.log
}

after() {
  check 'the version that came back has a line' test "$(cat /var/log/shop/deployments.log)" = $'1.3 deployed\n1.4 deployed\n1.5 deployed\n1.4 deployed'
}
