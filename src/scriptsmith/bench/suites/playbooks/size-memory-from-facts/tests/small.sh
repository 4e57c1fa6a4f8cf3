#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'memory_mb: 512' >/work/group_vars/db.yml
}

after() {
  check 'it is not too small' test "$(cat /etc/shop/memory.conf)" = cache_mb=256
}
