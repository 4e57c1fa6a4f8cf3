# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
cd /bench/state || exit
check 'an account without home, crontab and groups, and locked already, is no failure' [ "$(cat "$OUT") $STATUS" = 'offboarded ci-runner 0' ]
check 'the login shell is nologin' grep -qE '^ci-runner:.*:/usr/sbin/nologin$' passwd
check 'the primary group stays' grep -qE '^ci-runner:x:1500:100:' passwd
finish
