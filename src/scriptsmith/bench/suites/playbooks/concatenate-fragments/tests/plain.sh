#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/shop/rules.d
  echo shop >/etc/shop/rules.d/20-shop.rule
  echo base >/etc/shop/rules.d/10-base.rule
  echo backup >/etc/shop/rules.d/10-base.rule~
  echo editor >/etc/shop/rules.d/.20-shop.rule.swp
  echo stale >/etc/shop/rules.conf
}

after() {
  check 'the rules are joined in order' test "$(cat /etc/shop/rules.conf)" = $'base\nshop'
  check 'others do not read them' test "$(stat -c %a /etc/shop/rules.conf)" = 640
  check 'fragments stay' test "$(find /etc/shop/rules.d -type f | wc -l)" -eq 4
}
