#!/usr/bin/env bash
. "$HARNESS"
# with: motd_text=Staging: break what you like, {{ no }}

before() {
  rm -f /etc/motd
  echo 'the old message' >/etc/motd
}

after() {
  check 'the message is there' test "$(cat /etc/motd)" = "$motd_text"
  check 'everybody can read it' test "$(stat -c %U:%a /etc/motd)" = root:644
  check 'the old one is kept' grep -qx 'the old message' /etc/motd.*~
}
