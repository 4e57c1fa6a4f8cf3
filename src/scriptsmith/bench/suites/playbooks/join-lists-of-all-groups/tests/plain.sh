#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/monitor /work/group_vars
  printf 'checks_base: [disk, load]\nold_checks_x: [gone]\n' >/work/group_vars/all.yml
  printf 'checks_web: [http, disk, certificate]\n' >/work/group_vars/web.yml
  printf 'checks_extra: [backup]\n' >/work/group_vars/monitored.yml
}

after() {
  check 'all checks are there once and sorted' test "$(xargs </etc/monitor/checks)" = 'backup certificate disk http load'
  check 'one a line' test "$(grep -c . /etc/monitor/checks)" -eq 5
}
