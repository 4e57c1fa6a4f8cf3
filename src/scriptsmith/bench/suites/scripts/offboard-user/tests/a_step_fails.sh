# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
cd /bench/state || exit
check 'the shell is changed though the password cannot be locked' grep -qE '^ann:.*:/usr/sbin/nologin$' passwd
check 'the groups are left all the same' grep -qx 'sudo:x:27:' group
check 'the crontab is removed all the same' [ ! -e cron/ann ]
check 'the keys are put aside all the same' [ "$(ls /work/home/ann/.ssh)" = authorized_keys.disabled ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
check 'it is not told as offboarded' [ -z "$(grep offboarded "$OUT")" ]
check 'the failure is told on standard error' [ -s "$ERR" ]
finish
