#!/usr/bin/env bash
. "$HARNESS"

before() {
  :
}

after() {
  check 'the user is there with its shell' test "$(getent passwd deploy | cut -d: -f7)" = /bin/bash
  check 'its home is its own' test "$(stat -c %U /home/deploy)" = deploy
  check 'it is in docker' grep -qw docker <<<"$(id -nG deploy)"
}
