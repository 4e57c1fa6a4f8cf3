# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
cd /bench/state || exit
check 'the password is locked' grep -q '^ann:!HASHED:' shadow
check 'the account has expired' grep -qE '^ann:.*:1$' shadow
check 'the login shell is nologin' grep -qE '^ann:.*:/usr/sbin/nologin$' passwd
check 'it is in no supplementary group' [ "$(grep -cE '[:,]ann(,|$)' group)" -eq 0 ]
check 'its crontab is gone' [ ! -e cron/ann ]
check 'its keys are put aside' [ "$(cd /work/home/ann/.ssh && ls) $(cat /work/home/ann/.ssh/authorized_keys.disabled)" = 'authorized_keys.disabled ssh-ed25519 AAAAann ann' ]
check 'another account, with a longer name, keeps everything' [ "$(grep '^anna:' passwd) $(grep '^anna:' shadow) $(grep -c 'anna$' group) $(ls cron) $(ls /work/home/anna/.ssh)" = \
  'anna:x:1002:1002:Anna:/work/home/anna:/bin/bash anna:HASHED:: 2 anna authorized_keys' ]
check 'it says so and ends with 0' [ "$(cat "$OUT") $STATUS" = 'offboarded ann 0' ]
finish
