#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /opt/shop/bin
  printf '#!/bin/sh\necho "no cache" >&2\necho i-77af\n' >/opt/shop/bin/instance-id
  chmod 755 /opt/shop/bin/instance-id
}

after() {
  check 'the id is there' test "$(cat /etc/shop/instance.conf)" = instance=i-77af
}
