#!/usr/bin/env bash
. "$HARNESS"

before() {
  groupadd --system git
  useradd --system --gid git git
  mkdir -p /srv/hooks /srv/shop.git/hooks
  echo '#!/bin/sh' >/srv/hooks/pre-receive
  echo '#!/bin/sh' >/srv/hooks/post-receive
  touch /srv/shop.git/hooks/update.sample /srv/shop.git/hooks/update
}

after() {
  local hooks=/srv/shop.git/hooks
  check 'the hooks and no samples are there' test "$(ls "$hooks" | xargs)" = 'post-receive pre-receive update'
  check 'git can run them' test "$(stat -c '%U %G %a' "$hooks/pre-receive" "$hooks/post-receive" | sort -u)" = 'git git 755'
  check 'the source stays' test -s /srv/hooks/pre-receive
}
