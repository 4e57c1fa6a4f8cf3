#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /var/www /work/group_vars
  printf '%s\n' 'outage_title: Terms & Conditions' 'outage_text: back at <11:00' >/work/group_vars/web.yml
}

after() {
  check 'both are there, escaped' test "$(grep . /var/www/503.html)" = $'<h1>Terms &amp; Conditions</h1>\n<p>back at &lt;11:00</p>'
}
