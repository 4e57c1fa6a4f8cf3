#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'initial_id: r-9999' >/work/group_vars/db.yml
}

after() {
  check 'a new host gets its first id' grep -qx r-9999 /etc/shop/replication-id
  check 'the configuration has it' grep -qx id=r-9999 /etc/shop/replica.conf
}
