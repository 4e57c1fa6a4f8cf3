#!/usr/bin/env bash
. "$HARNESS"
# with: removed_user=carol
# refused: removed_user=-r
# refused: removed_user=root

before() {
  useradd --uid 1234 --create-home "$removed_user"
  echo work >"/home/$removed_user/notes"
  useradd bystander
}

after() {
  check 'the account is gone' test -z "$(getent passwd "$removed_user")"
  check 'the home stays, with what is in it' test -e "/home/$removed_user/notes"
  check 'only root gets in, not the next account of that number' test "$(stat -c %U:%a "/home/$removed_user")" = root:700
  check 'others stay' id bystander
}
