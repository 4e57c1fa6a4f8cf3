#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'memory_mb: 131072' >/work/group_vars/db.yml
}

after() {
  check 'it is not too large' test "$(cat /etc/shop/memory.conf)" = cache_mb=8192
}
