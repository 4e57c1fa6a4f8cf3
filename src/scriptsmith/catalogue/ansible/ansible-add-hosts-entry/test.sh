#!/usr/bin/env bash
. "$HARNESS"
# with: entry_address=192.0.2.99
# with: entry_name=cache.example.org
# refused: entry_name=two words

before() {
  printf '127.0.0.1 localhost\n192.0.2.1 %s\n' "$entry_name" >/etc/hosts
}

after() {
  check 'the name has the address' grep -qx "$entry_address $entry_name" /etc/hosts
  check 'and no other' test "$(grep -c "$entry_name" /etc/hosts)" -eq 1
  check 'other lines stay' grep -qx '127.0.0.1 localhost' /etc/hosts
}
