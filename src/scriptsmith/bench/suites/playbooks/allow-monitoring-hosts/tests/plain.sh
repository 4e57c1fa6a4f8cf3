#!/usr/bin/env bash
. "$HARNESS"

before() {
  stub systemctl <"$UNITS"
  systemctl start postgresql
  mkdir -p /etc/postgresql/15/main /work/group_vars
  printf '%s\n' 'local all postgres peer' 'host metrics monitor 10.9.0.4/32 scram-sha-256' 'host all all all reject' >/etc/postgresql/15/main/pg_hba.conf
  chmod 640 /etc/postgresql/15/main/pg_hba.conf
  echo 'monitoring_hosts: [10.9.0.4, 10.9.0.40]' >/work/group_vars/db.yml
}

after() {
  local file=/etc/postgresql/15/main/pg_hba.conf
  check 'each address is let in once' test "$(grep monitor "$file" | sort | xargs)" = 'host metrics monitor 10.9.0.4/32 scram-sha-256 host metrics monitor 10.9.0.40/32 scram-sha-256'
  check 'the last line rejects all' test "$(tail -n 1 "$file")" = 'host all all all reject'
  check 'the first stays' test "$(head -n 1 "$file")" = 'local all postgres peer'
  check 'the mode stays' test "$(stat -c %a "$file")" = 640
  check 'it was reloaded once' test "$(calls 'reload postgresql' | wc -l)" -eq 1
}
