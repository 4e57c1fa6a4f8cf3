#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  printf 'db: {user: shop, password: "p@ss/w:rd", host: db1.internal, name: shop}\n' >/work/group_vars/app.yml
}

after() {
  check 'the address is right' test "$(cat /etc/shop/db.url)" = 'postgresql://shop:p%40ss%2Fw%3Ard@db1.internal:5432/shop'
  check 'only root reads it' test "$(stat -c '%U %a' /etc/shop/db.url)" = 'root 600'
}
