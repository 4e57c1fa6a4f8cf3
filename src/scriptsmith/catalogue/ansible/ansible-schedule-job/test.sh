#!/usr/bin/env bash
. "$HARNESS"
# with: job_name=sync
# with: job_schedule=*/15 6-22 * * mon-fri
# with: job_user=www-data
# with: job_command=/srv/bin/sync --day $(date +%F)
# refused: job_name=a.b
# refused: job_schedule=daily
# refused: job_schedule=at half past two daily

before() {
  mkdir -p /etc/cron.d
  touch /usr/sbin/cron
}

after() {
  file=/etc/cron.d/$job_name
  check 'the job has schedule, user and command' test "$(tail -n 1 "$file")" = "$job_schedule $job_user ${job_command//%/\\%}"
  check 'it has a path' grep -q '^PATH=' "$file"
  check 'cron reads it: nobody else may write it' test "$(stat -c %U:%G:%a "$file")" = root:root:644
}
