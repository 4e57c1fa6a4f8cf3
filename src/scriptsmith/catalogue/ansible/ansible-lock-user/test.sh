#!/usr/bin/env bash
. "$HARNESS"
# with: locked_user=carol
# refused: locked_user=a;b
# refused: locked_user=root
# refuses: root_by_another_name: is root
# refuses: ansible_itself: Ansible itself logs in with

before() {
  stub ps <<<'echo "  77 tmux"'
  useradd --shell /bin/bash "$locked_user"
  echo "$locked_user:Secret-word-7" | chpasswd
}

root_by_another_name() { usermod --non-unique --uid 0 "$locked_user"; }

ansible_itself() { stub id <<<"echo $locked_user"; }

after() {
  check 'the password is locked' test "$(passwd --status "$locked_user" | cut -d' ' -f2)" = L
  check 'the account has expired, for keys too' test "$(getent shadow "$locked_user" | cut -d: -f8)" -eq 1
  check 'the shell is gone' test "$(getent passwd "$locked_user" | cut -d: -f7)" = /usr/sbin/nologin
  check 'what still runs was looked for' calls "^ps -u $locked_user "
  check 'the account stays' id "$locked_user"
}
