#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop/bin /srv/shop
  touch /opt/shop/UPGRADED
  printf '#!/bin/bash\ntouch /opt/shop/called\n' >/opt/shop/bin/upgrade
  chmod 755 /opt/shop/bin/upgrade
}

after() {
  check 'nothing is done again' test ! -e /opt/shop/called
}
