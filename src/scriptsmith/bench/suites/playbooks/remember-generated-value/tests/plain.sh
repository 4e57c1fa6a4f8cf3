#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'r-0042' >/etc/shop/replication-id
  echo 'initial_id: r-9999' >/work/group_vars/db.yml
}

after() {
  check 'the id stays' test "$(cat /etc/shop/replication-id)" = r-0042
  check 'the configuration has it' test "$(cat /etc/shop/replica.conf)" = id=r-0042
}
