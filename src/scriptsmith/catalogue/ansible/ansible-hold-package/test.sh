#!/usr/bin/env bash
. "$HARNESS"
# with: held_package=tar
# refused: held_package=Two Words
# refused: held_package=nginx=1.2

after() {
  check 'the package is held' test "$(dpkg --get-selections "$held_package" | awk '{print $2}')" = hold
  check 'others are not' test "$(dpkg --get-selections dpkg | awk '{print $2}')" = install
}
