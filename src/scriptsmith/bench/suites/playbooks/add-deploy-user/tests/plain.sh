#!/usr/bin/env bash
. "$HARNESS"

before() {
  useradd --create-home --shell /bin/sh --groups adm deploy
}

after() {
  check 'the shell is set' test "$(getent passwd deploy | cut -d: -f7)" = /bin/bash
  check 'the home is there' test -d /home/deploy
  check 'it is in docker' grep -qw docker <<<"$(id -nG deploy)"
  check 'it stays in adm' grep -qw adm <<<"$(id -nG deploy)"
}
