#!/usr/bin/env bash
. "$HARNESS"

before() {
  mkdir -p /etc/cron.d
  printf '%s\n' '17 * * * * root run-parts /etc/cron.hourly' '0 5 * * * root /usr/local/bin/backup --all' '0 6 * * * root /usr/local/bin/backup-report' >/etc/crontab
}

after() {
  local file=/etc/cron.d/backup
  check 'mails go to the operators' grep -Eqx 'MAILTO="?ops@example\.org"?' "$file"
  check 'it runs every night, as its user' grep -Eqx '30 0?2 \* \* \*[[:space:]]+backup[[:space:]]+/usr/local/bin/backup --day \$\(date \+\\%F\)' "$file"
  check 'cron takes the file' test "$(stat -c '%U %a' "$file")" = 'root 644'
  check 'the old line is gone and others stay' test "$(grep -c . /etc/crontab) $(grep -c backup-report /etc/crontab)" = '2 1'
}
