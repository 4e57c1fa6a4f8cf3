#!/usr/bin/env bash
. "$HARNESS"
# with: job_name=sync
# with: job_schedule=*/15 6-22 * * mon-fri
# with: job_user=www-data
# with: job_command=/srv/bin/sync --day $(date +%F)
# refused: job_name=a.b
# refused: job_schedule=daily
# refused: job_schedule=at half past two daily
# refused: job_schedule=75 2 * * *
# refused: job_schedule=30 2 * * 8
# refuses: no_such_user: no such user
# given no_such_user: job_user=nobody-here
# refuses: no_cron: No cron runs
# refuses: no_program: /srv/bin/sync is not there
# refuses: not_executable: or nobody may execute it
# refuses: several_jobs: holds other jobs
# refuses: job_of_a_package: holds other jobs

before() {
  mkdir -p /etc/cron.d
  stub pgrep <<<'[[ $* == "--exact crond?" ]]'
  program=${job_command%% *}
  mkdir -p "${program%/*}"
  install -m 0755 /dev/null "$program"
  # The job as it was: it is replaced.
  printf '%s\n' SHELL=/bin/sh PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin '1 1 * * * root /bin/one' >"/etc/cron.d/$job_name"
}

no_such_user() { :; }
no_cron() { stub pgrep <<<'exit 1'; }
no_program() { rm "$program"; }

not_executable() { chmod a-x "$program"; }

several_jobs() {
  printf '%s\n' SHELL=/bin/sh PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    '1 1 * * * root /bin/one' '2 2 * * * root /bin/two' >"/etc/cron.d/$job_name"
}

# That of Debian's popularity-contest has the same three lines, and another order of folders.
job_of_a_package() {
  printf '%s\n' SHELL=/bin/sh PATH=/usr/local/sbin:/usr/local/bin:/sbin:/bin:/usr/sbin:/usr/bin \
    '33 10 * * * root /usr/sbin/tell' >"/etc/cron.d/$job_name"
}

after() {
  file=/etc/cron.d/$job_name
  check 'the job has schedule, user and command' test "$(tail -n 1 "$file")" = "$job_schedule $job_user ${job_command//%/\\%}"
  check 'it has a path' grep -q '^PATH=' "$file"
  check 'cron reads it: nobody else may write it' test "$(stat -c %U:%G:%a "$file")" = root:root:644
}
