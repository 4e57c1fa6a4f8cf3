#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/cron.d /work/group_vars
  cat >/work/group_vars/app.yml <<'EOF'
jobs:
  - {name: clean sessions, schedule: '*/5 * * * *', command: /opt/shop/bin/clean}
  - {name: report, schedule: '0 6 * * 1', command: /opt/shop/bin/report --week, user: report}
  - {name: import, schedule: '0 * * * *', command: /opt/shop/bin/import, state: absent}
EOF
}

after() {
  local expected=$'# clean sessions\n*/5 * * * * www-data /opt/shop/bin/clean\n# report\n0 6 * * 1 report /opt/shop/bin/report --week'
  check 'the jobs are there' test "$(grep . /etc/cron.d/shop)" = "$expected"
  check 'the last line has its end' test -z "$(tail -c 1 /etc/cron.d/shop)"
  check 'cron takes the file' test "$(stat -c '%U %a' /etc/cron.d/shop)" = 'root 644'
}
