#!/usr/bin/env bash
. "$HARNESS"

before() {
  groupadd --system shop
  mkdir -p /srv/exchange
  echo x >/srv/exchange/file
  chown nobody /srv/exchange/file
  chmod 604 /srv/exchange/file
}

after() {
  check 'the folder is as it should be' test "$(stat -c '%U %G %a' /srv/exchange)" = 'root shop 3770'
  check 'what lies in it stays' test "$(stat -c '%U %a' /srv/exchange/file)" = 'nobody 604'
}
