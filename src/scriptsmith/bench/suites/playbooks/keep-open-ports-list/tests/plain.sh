#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  rm -rf /etc/nftables.d
  echo 'common_ports: [22, 443, 9]' >/work/group_vars/all.yml
  echo 'edge_ports: [8080, 443, 80]' >/work/group_vars/edge.yml
}

after() {
  check 'each port is there once and in order' test "$(grep . /etc/nftables.d/open-ports.nft)" = 'tcp dport { 9, 22, 80, 443, 8080 } accept'
}
