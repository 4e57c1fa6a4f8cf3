#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /var/www /work/group_vars
  printf '%s\n' 'outage_title: Down' >/work/group_vars/web.yml
}

after() {
  check 'there is no empty paragraph' test "$(grep . /var/www/503.html)" = '<h1>Down</h1>'
}
