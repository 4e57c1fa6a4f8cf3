#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /work/group_vars
  echo 'cron_users: [backup, deploy]' >/work/group_vars/all.yml
  printf 'root\nformer\n' >/etc/cron.allow
  chmod 644 /etc/cron.allow
  echo games >/etc/cron.deny
}

after() {
  check 'exactly these may' test "$(cat /etc/cron.allow)" = $'root\nbackup\ndeploy'
  check 'only root reads that' test "$(stat -c '%U %a' /etc/cron.allow)" = 'root 600'
  check 'the other list is gone' test ! -e /etc/cron.deny
}
