#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /srv/drops /srv/shop/shared /tmp/release
  for number in 8 9 10 11; do
    mkdir -p "/srv/shop/releases/$number"
    echo "$number" >"/srv/shop/releases/$number/VERSION"
  done
  ln -s /srv/shop/releases/11 /srv/shop/current
  echo key >/srv/shop/shared/secret
  echo 12 >/tmp/release/VERSION
  echo '<h1>Shop</h1>' >/tmp/release/index.html
  tar -C /tmp/release -czf /srv/drops/shop-12.tar.gz VERSION index.html
}

after() {
  check 'the release is unpacked' test "$(cat /srv/shop/releases/12/VERSION /srv/shop/releases/12/index.html)" = $'12\n<h1>Shop</h1>'
  check 'it is live' test "$(readlink -f /srv/shop/current)" = /srv/shop/releases/12
  check 'current is a link' test -L /srv/shop/current
  check 'the three highest stay' test "$(ls /srv/shop/releases | sort -n | xargs)" = '10 11 12'
  check 'what is shared stays' grep -qx key /srv/shop/shared/secret
}
