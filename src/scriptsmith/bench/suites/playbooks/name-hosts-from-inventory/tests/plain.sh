#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/host_vars
  echo 'cluster_address: 10.30.0.7' >/work/host_vars/localhost.yml
  echo 'stale' >/etc/shop/peers
}

after() {
  check 'the hosts of the group are there' test "$(grep . /etc/shop/peers)" = $'# address name\n10.30.0.7 localhost'
}
