#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/drops/conf.d /etc/shop/conf.d
  echo new >/srv/drops/conf.d/a.conf
  echo b >/srv/drops/conf.d/b.conf
  echo notes >/srv/drops/conf.d/README
  echo old >/etc/shop/conf.d/a.conf
  echo gone >/etc/shop/conf.d/z.conf
  echo gone >/etc/shop/conf.d/.hidden.conf
  chmod 600 /etc/shop/conf.d/a.conf
}

after() {
  check 'exactly these files are there' test "$(find /etc/shop/conf.d -type f -printf '%f\n' | sort | xargs)" = 'a.conf b.conf'
  check 'with their contents' test "$(cat /etc/shop/conf.d/a.conf /etc/shop/conf.d/b.conf)" = $'new\nb'
  check 'and their mode' test "$(stat -c %a /etc/shop/conf.d/a.conf /etc/shop/conf.d/b.conf | xargs)" = '644 644'
  check 'the drop stays' test "$(find /srv/drops/conf.d -type f | wc -l)" -eq 3
}
