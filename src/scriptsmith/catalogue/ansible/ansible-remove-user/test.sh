#!/usr/bin/env bash
. "$HARNESS"
# with: removed_user=carol
# refused: removed_user=-r
# refused: removed_user=root
# refuses: account_of_the_system: is an account of the system
# refuses: nobody: is an account of the system
# refuses: own_login: that Ansible itself logs in with

before() {
  # One has a site for a home, which the web server reads.
  home=/home/$removed_user
  [[ $removed_user != carol ]] || home=/srv/site
  useradd --uid 1234 --create-home --home-dir "$home" "$removed_user"
  chmod 755 "$home"
  echo work >"$home/notes"
  useradd bystander
}

account_of_the_system() { usermod --non-unique --uid 999 "$removed_user"; }
nobody() { usermod --non-unique --uid 65534 "$removed_user"; }
own_login() { stub id <<<"echo $removed_user"; }

after() {
  check 'the account is gone' test -z "$(getent passwd "$removed_user")"
  if [[ $removed_user == carol ]]; then
    check 'a home elsewhere stays as it is' test "$(stat -c %u:%a /srv/site)" = 1234:755
    check 'with what is in it' test -e /srv/site/notes
  else
    check 'the home stays, with what is in it' test -e "/home/$removed_user/notes"
    check 'only root gets in, not the next account of that number' test "$(stat -c %U:%a "/home/$removed_user")" = root:700
  fi
  check 'others stay' id bystander
}
