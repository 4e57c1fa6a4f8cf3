#!/usr/bin/env bash
. "$HARNESS"
# with: removed_user=carol
# refused: removed_user=-r
# refused: removed_user=root
# refuses: account_of_the_system: is an account of the system
# refuses: nobody: is an account of the system
# refuses: own_login: that Ansible itself logs in with

before() {
  useradd --uid 1234 --create-home "$removed_user"
  echo work >"/home/$removed_user/notes"
  useradd bystander
}

account_of_the_system() { usermod --non-unique --uid 999 "$removed_user"; }
nobody() { usermod --non-unique --uid 65534 "$removed_user"; }
own_login() { stub id <<<"echo $removed_user"; }

after() {
  check 'the account is gone' test -z "$(getent passwd "$removed_user")"
  check 'the home stays, with what is in it' test -e "/home/$removed_user/notes"
  check 'only root gets in, not the next account of that number' test "$(stat -c %U:%a "/home/$removed_user")" = root:700
  check 'others stay' id bystander
}
