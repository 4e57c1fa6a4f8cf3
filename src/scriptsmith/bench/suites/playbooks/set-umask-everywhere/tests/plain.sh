#!/usr/bin/env bash
. "$HARNESS"

before() {
  rm -rf /etc/profile.d
  mkdir -p /etc/profile.d
  printf '# the umask of users\nUMASK\t\t022\nHOME_MODE 0750\n' >/etc/login.defs
  printf 'if true; then\n  umask 022\nfi\n' >/etc/profile.d/shop.sh
  printf '# umask is set elsewhere\nexport A=1\n' >/etc/profile.d/other.sh
  printf 'umask 0022\nalias l=ls\n' >/etc/bash.bashrc
}

after() {
  check 'the default is set once' test "$(grep '^UMASK' /etc/login.defs)" = $'UMASK\t027'
  check 'profiles set it, where they did' test "$(cat /etc/profile.d/shop.sh)" = $'if true; then\n  umask 027\nfi'
  check 'the shell sets it' test "$(cat /etc/bash.bashrc)" = $'umask 027\nalias l=ls'
  check 'nothing is added' test "$(cat /etc/profile.d/other.sh)" = $'# umask is set elsewhere\nexport A=1'
  check 'the rest stays' test "$(grep -vc '^UMASK' /etc/login.defs)" -eq 2
}
