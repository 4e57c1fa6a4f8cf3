#!/usr/bin/env bash
. "$HARNESS"
# with: resolver_address=192.0.2.53
# with: search_domain=corp.example.net
# refused: resolver_address=a b

after() {
  check 'the name server is asked' grep -qx "nameserver $resolver_address" /etc/resolv.conf
  check 'and no other' test "$(grep -c ^nameserver /etc/resolv.conf)" -eq 1
  check 'short names are looked up there' grep -qx "search $search_domain" /etc/resolv.conf
}
