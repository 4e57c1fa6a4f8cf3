#!/usr/bin/env bash
. "$HARNESS"
# with: account_name=shop
# with: account_shell=/bin/sh
# with: account_comment=Web shop
# refused: account_name=-r
# refused: account_shell=bash

after() {
  check 'the user exists' id "$account_name"
  check 'its group is its own' test "$(id -gn "$account_name")" = "$account_name"
  check 'it has the shell' test "$(getent passwd "$account_name" | cut -d: -f7)" = "$account_shell"
  check 'it has the comment' test "$(getent passwd "$account_name" | cut -d: -f5)" = "$account_comment"
  check 'it has a home' test -d "/home/$account_name"
}
