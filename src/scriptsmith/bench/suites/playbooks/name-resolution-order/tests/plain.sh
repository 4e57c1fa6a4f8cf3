#!/usr/bin/env bash
. "$HARNESS"

before() {
  printf '%s\n' 'passwd:         files systemd' '# hosts: see the manual' 'hosts:          files dns myhostname' 'networks:       files' >/etc/nsswitch.conf
}

after() {
  local file=/etc/nsswitch.conf
  check 'the order is set' test "$(grep '^hosts:' "$file")" = 'hosts:          files mdns4_minimal [NOTFOUND=return] dns'
  check 'the rest stays' test "$(grep -v '^hosts:' "$file" | xargs -d '\n')" = 'passwd:         files systemd # hosts: see the manual networks:       files'
}
