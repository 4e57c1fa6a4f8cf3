#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/logrotate.d
  echo '/var/log/shop/*.log { weekly }' >/etc/logrotate.d/shop-old
  echo '/var/log/other.log { weekly }' >/etc/logrotate.d/shop-other
  : >/etc/logrotate.d/shop
  chmod 664 /etc/logrotate.d/shop
}

after() {
  local file=/etc/logrotate.d/shop word
  check 'the logs are meant' grep -Eq '^"?/var/log/shop/\*\.log"? *\{' "$file"
  for word in daily 'rotate 14' compress missingok notifempty copytruncate; do
    check "it says $word" grep -Eqx "[[:space:]]*$word" "$file"
  done
  check 'nobody else may write' test "$(stat -c '%U %G %a' "$file")" = 'root root 644'
  check 'the old rule is gone' test ! -e /etc/logrotate.d/shop-old
  check 'others stay' test -s /etc/logrotate.d/shop-other
}
