#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  rm -rf /etc/nftables.d
  echo 'common_ports: [443, 22]' >/work/group_vars/all.yml
}

after() {
  check 'the common ones alone are there' test "$(grep . /etc/nftables.d/open-ports.nft)" = 'tcp dport { 22, 443 } accept'
}
