#!/usr/bin/env bash
. "$HARNESS"

before() {
  rm -f /etc/motd
  printf 'Welcome!\nOld text\n' >/etc/motd
}

after() {
  check 'it is one line in that form' grep -Ezqx 'localhost: [1-9][0-9]* CPUs, managed by Ansible\s*' /etc/motd
  check 'everybody can read it' test "$(stat -c %a /etc/motd)" = 644
}
