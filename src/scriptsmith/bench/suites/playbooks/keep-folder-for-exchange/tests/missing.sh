#!/usr/bin/env bash
. "$HARNESS"

before() {
  groupadd --system shop
}

after() {
  check 'it is made' test "$(stat -c '%F %U %G %a' /srv/exchange)" = 'directory root shop 3770'
}
