#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/audit/rules.d /work/group_vars
  printf '%s\n' '-D' '-b 8192' '-e 2' '-e 20' >/etc/audit/rules.d/10-base.rules
  echo 'watched_paths: [/etc/shop, /opt/shop/bin]' >/work/group_vars/all.yml
}

after() {
  local rules=/etc/audit/rules.d
  check 'the paths are watched' test "$(grep . "$rules/50-shop.rules" | sort)" = $'-w /etc/shop -p wa -k shop\n-w /opt/shop/bin -p wa -k shop'
  check 'the last line closes the rules' test "$(grep -v '^#' "$rules/99-final.rules")" = '-e 2'
  check 'and no other' test "$(cat "$rules/10-base.rules")" = $'-D\n-b 8192\n-e 20'
  check 'modes' test "$(stat -c %a "$rules/50-shop.rules" "$rules/99-final.rules" | xargs)" = '640 640'
}
