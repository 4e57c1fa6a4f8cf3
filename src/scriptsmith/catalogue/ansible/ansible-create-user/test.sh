#!/usr/bin/env bash
. "$HARNESS"
# with: account_name=shop
# with: account_shell=/bin/sh
# with: account_comment=Web shop
# refused: account_name=-r
# refused: account_name=1000
# refused: account_shell=bash
# refused: account_comment=a:b
# refuses: account_of_the_system: is an account of the system
# refuses: account_nobody: is an account of the system
# refuses: home_of_a_former_account: left by a former account
# refuses: no_shell: is no program
# given no_shell: account_shell=/srv/shell
# refuses: shell_is_a_folder: is no program
# given shell_is_a_folder: account_shell=/srv/shell
# refuses: shell_not_executable: is no program
# given shell_not_executable: account_shell=/srv/shell

before() {
  # Where values are given, the account is there already, with another group.
  [[ -z $account_shell ]] || useradd --uid 1234 --gid users --shell /bin/bash "$account_name"
}

account_of_the_system() { usermod --uid 120 "$account_name"; }

account_nobody() { usermod --non-unique --uid 65534 "$account_name"; }

home_of_a_former_account() {
  userdel "$account_name"
  mkdir -m 700 "/home/$account_name"
}

no_shell() { :; }

shell_is_a_folder() { ln -s /usr/bin "$account_shell"; }

shell_not_executable() { touch "$account_shell"; }

after() {
  group=$account_name
  [[ -z $account_shell ]] || group=users
  check 'the user exists' id "$account_name"
  check 'its group is its own, or what it was' test "$(id -gn "$account_name")" = "$group"
  check 'it has the shell' test "$(getent passwd "$account_name" | cut -d: -f7)" = "${account_shell:-/bin/bash}"
  check 'it has the comment' test "$(getent passwd "$account_name" | cut -d: -f5)" = "$account_comment"
  check 'it has a home' test -d "/home/$account_name"
}
