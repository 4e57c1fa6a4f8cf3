#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'memory_mb: "16002"' >/work/group_vars/db.yml
}

after() {
  check 'it is a quarter, rounded down' test "$(cat /etc/shop/memory.conf)" = cache_mb=4000
}
