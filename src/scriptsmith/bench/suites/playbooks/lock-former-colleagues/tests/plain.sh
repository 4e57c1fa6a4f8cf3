#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  echo 'former_users: [mira, otto]' >/work/group_vars/all.yml
  useradd --create-home --shell /bin/bash mira
  useradd --create-home --shell /bin/bash lena
  usermod --password '$6$a$b' mira
  usermod --password '$6$a$c' lena
}

after() {
  check 'the password is locked' test "$(getent shadow mira | cut -d: -f2 | cut -c1)" = '!'
  check 'there is no shell' test "$(getent passwd mira | cut -d: -f7)" = /usr/sbin/nologin
  check 'the home stays' test -d /home/mira
  check 'no user was made' test -z "$(getent passwd otto)"
  check 'others stay' test "$(getent passwd lena | cut -d: -f7) $(getent shadow lena | cut -d: -f2)" = '/bin/bash $6$a$c'
}
