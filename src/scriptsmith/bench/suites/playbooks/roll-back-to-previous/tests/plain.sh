#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/shop/releases/{2,9,10,12,13}
  ln -s /srv/shop/releases/12 /srv/shop/current
}

after() {
  check 'the release before is live' test "$(readlink -f /srv/shop/current)" = /srv/shop/releases/10
  check 'it is written down' test "$(cat /srv/shop/ROLLED_BACK_TO)" = 10
  check 'no release is lost' test "$(ls /srv/shop/releases | sort -n | xargs)" = '2 9 10 12 13'
}
