#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop/db
  printf 'a=1\r\nb=x\ry\r\n' >/etc/shop/app.properties
  printf 'c=2\r\n' >/etc/shop/db/pool.properties
  printf 'd=3\r\n' >/etc/shop/readme.txt
  chmod 640 /etc/shop/app.properties
}

after() {
  check 'line ends are changed, and no other' cmp /etc/shop/app.properties <(printf 'a=1\nb=x\ry\n')
  check 'in folders too' cmp /etc/shop/db/pool.properties <(printf 'c=2\n')
  check 'other files stay' cmp /etc/shop/readme.txt <(printf 'd=3\r\n')
  check 'modes stay' test "$(stat -c %a /etc/shop/app.properties)" = 640
}
