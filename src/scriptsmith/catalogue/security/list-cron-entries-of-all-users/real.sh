#!/usr/bin/env bash
# packages: cron
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
for each in ana ben; do useradd --create-home "$each"; done
crontab -u ana - <<<$'# remark\nMAILTO=x\n*/5 * * * * /home/ana/job'
crontab -u ben - <<<'@reboot /dev/shm/.x'
printf '17 *\t* * *\troot    run\n' >/etc/cron.d/.hidden
printf '#!/bin/sh\n' >/etc/cron.hourly/fetch

run
check 'it succeeds' test "$status" -eq 0
for each in ana ben; do check "the crontab of $each is there" grep -q "^/var/spool/cron/crontabs/$each (changed $(date +%F))$" <<<"$out"; done
check 'with its lines' grep -qx '  \*/5 \* \* \* \* /home/ana/job' <<<"$out"
check 'and without remarks' test -z "$(grep -E 'remark|DO NOT EDIT' <<<"$out")"
check 'the one of the system too' grep -q '^/etc/crontab (changed' <<<"$out"
check 'and a hidden file' grep -q '^/etc/cron.d/.hidden (changed' <<<"$out"
check 'a script is named, and whether it can run' grep -q '^/etc/cron.hourly/fetch (changed .*, script, not executable)$' <<<"$out"
touch -d '10 days ago' /var/spool/cron/crontabs/ana
run --days 1
check 'a time that was set back hides nothing' grep -q crontabs/ana <<<"$out"
printf '@daily root run\n' >/opt/jobs && ln -s /opt/jobs /etc/cron.d/jobs
run --days 1
check 'a link is followed' grep -q '^/etc/cron.d/jobs (changed' <<<"$out"
printf '@daily root run\n' >/etc/cron.d/old.disabled
run
check 'a name that cron leaves out is told' grep -q '^/etc/cron.d/old.disabled (changed .*, left out by cron for its name)$' <<<"$out"
chmod 700 /etc/cron.d /etc/cron.daily && chmod 777 /var/spool/cron/crontabs && chmod 644 /var/spool/cron/crontabs/*
check 'a directory that may not be looked into is a failure' test "$(setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" 2>&1 | grep -c '^cannot look into /etc/cron.d\(aily\)\? ')" = 2
chmod 700 /var/spool/cron/crontabs
setpriv --reuid ana --regid ana --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever may not look into the spool gets a failure' test "$?" -eq 1
finish
