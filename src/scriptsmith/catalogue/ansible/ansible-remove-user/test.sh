#!/usr/bin/env bash
. "$HARNESS"
# with: removed_user=carol
# refused: removed_user=-r

before() {
  useradd --create-home "$removed_user"
  useradd bystander
}

after() {
  check 'the account is gone' test -z "$(getent passwd "$removed_user")"
  check 'the home stays' test -d "/home/$removed_user"
  check 'others stay' id bystander
}
