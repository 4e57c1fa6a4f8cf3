#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop/bin /var/lib/shop
  echo 1.0.0 >/opt/shop/VERSION
  printf '#!/bin/bash\necho "$1" | tee -a /var/lib/shop/calls >/var/lib/shop/schema\n' >/opt/shop/bin/migrate
  chmod 755 /opt/shop/bin/migrate
}

after() {
  check 'a missing schema is made' grep -qx 1.0.0 /var/lib/shop/schema
}
