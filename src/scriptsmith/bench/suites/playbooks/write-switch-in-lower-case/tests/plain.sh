#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop /work/group_vars
  echo 'beta: "yes"' >/work/group_vars/canary.yml
}

after() {
  check 'a text that means true is true' test "$(cat /etc/shop/flags.conf)" = beta=true
}
