#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /var/backups/db/yearly
  local name
  for name in 'monday run.dump' a.dump a.txt yearly/2020.dump young.dump; do echo x >"/var/backups/db/$name"; done
  find /var/backups/db -type f ! -name young.dump -exec touch -d '20 days ago' {} +
  touch -d '13 days ago' /var/backups/db/young.dump
}

after() {
  check 'the old dumps are gone' test "$(find /var/backups/db -maxdepth 1 -type f -printf '%f\n' | sort | xargs)" = 'a.txt young.dump'
  check 'what is kept for ever stays' test -s /var/backups/db/yearly/2020.dump
}
