#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop/tls/old /srv/shared
  touch /etc/shop/tls/a.key /etc/shop/tls/a.crt /etc/shop/tls/old/b.key /etc/shop/tls/notes.txt /srv/shared/c.key
  ln -s /srv/shared/c.key /etc/shop/tls/c.key
  chmod 664 /etc/shop/tls/a.key /etc/shop/tls/a.crt /etc/shop/tls/old/b.key /etc/shop/tls/notes.txt /srv/shared/c.key
  chown www-data /etc/shop/tls/a.key
}

after() {
  check 'keys are for root alone' test "$(stat -c '%U %a' /etc/shop/tls/a.key /etc/shop/tls/old/b.key | sort -u)" = 'root 600'
  check 'certificates are for all' test "$(stat -c '%U %a' /etc/shop/tls/a.crt)" = 'root 644'
  check 'other files stay' test "$(stat -c %a /etc/shop/tls/notes.txt)" = 664
  check 'the target of a link stays' test "$(stat -c %a /srv/shared/c.key)" = 664
}
