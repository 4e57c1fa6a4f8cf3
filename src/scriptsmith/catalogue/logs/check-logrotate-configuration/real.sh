#!/usr/bin/env bash
# packages: logrotate
. "$HARNESS"
ran_on logrotate "$(logrotate --version 2>&1 | sed -n '1s/^logrotate //p')"

rm -f /etc/logrotate.d/*; mkdir /var/log/app
printf 'one\n' >'/var/log/app/a b.log'; : >/var/log/app/empty.log
printf '/var/log/app/*.log {\n  size 1\n  notifempty\n}\n/var/log/never/*.log {\n  missingok\n}\n' >/etc/logrotate.d/app
run
check 'what Debian installs, with a log of ours, is in order' test "$status" -eq 0 -a -n "$(grep -x 'in order: /etc/logrotate.conf' <<<"$out")"
check 'what would be rotated is told' test "$(grep '^would be' <<<"$out")" = 'would be rotated: /var/log/app/a b.log'
check 'all is counted' grep -qx '2 patterns, 3 logs looked at, 1 would be rotated' <<<"$out"
check 'nothing is touched' test "$(ls /var/log/app | wc -l)" -eq 2 -a ! -e /var/lib/logrotate/status
printf '/var/log/absent.log {\n}\n' >/etc/logrotate.d/absent
run
check 'a log that does not exist is told' test "$status" -eq 1 -a -n "$(grep '^no such log: .*/var/log/absent.log' <<<"$out")"
printf '/var/log/app/*.log {\n  rotat 3\n}\n' >/etc/logrotate.d/absent
run
check 'a word that is unknown is an error' test "$status" -eq 1 -a -n "$(grep "^error: absent:2 unknown option 'rotat'" <<<"$out")"
rm /etc/logrotate.d/absent
# As Ubuntu has it: others than root may write to /var/log, and the main configuration says who rotates.
chgrp adm /var/log; chmod 775 /var/log; sed -i '1i su root adm' /etc/logrotate.conf
printf 'x\n' >/var/log/ours.log
printf '/var/log/ours.log {\n  size 1\n}\n' >'/etc/logrotate.d/ours too'
run --config-file '/etc/logrotate.d/ours too'
check 'a part alone is checked under the global settings' test "$status:$(grep '^would be' <<<"$out")" = '0:would be rotated: /var/log/ours.log'
sed -i 's/size 1/daily/' '/etc/logrotate.d/ours too'
run --config-file '/etc/logrotate.d/ours too'
check 'why a log is not rotated is told' grep -q '^not now: /var/log/ours.log .*log has' <<<"$out"
printf '  sise 1\n' >>'/etc/logrotate.d/ours too'
run --config-file '/etc/logrotate.d/ours too'
check 'an error has its file and line' test "$status" -eq 1 -a -n "$(grep '^error: .*ours too:4 unknown option' <<<"$out")"
printf '/var/log/app/*.log {\n  size 1\n}\n' >/etc/logrotate.d/zapp
run --config-file /etc/logrotate.d/zapp
check 'a log that another file names first is an error' test "$status:$(grep -c '^error: zapp:1 duplicate log entry for /var/log/app/a b.log$' <<<"$out"):$(grep -cE '^(in order|note)' <<<"$out")" = 1:1:0
run --config-file /etc/logrotate.d/app
check 'for that file too' test "$status:$(grep -c 'duplicate log entry' <<<"$out")" = 1:1
mv /etc/logrotate.d/zapp /etc/logrotate.d/zapp.bak
run --config-file /etc/logrotate.d/zapp.bak
check 'a file that is passed over at night is told' test "$status:$(grep -c '^note: /etc/logrotate.conf does not read /etc/logrotate.d/zapp.bak' <<<"$out")" = 0:1
run --config-file /etc/logrotate.d/app
check 'one that is read needs no note' test "$status:$(grep -cE '^note' <<<"$out")" = 0:0
rm /etc/logrotate.d/zapp.bak '/etc/logrotate.d/ours too'; chmod 755 /var/log; sed -i 1d /etc/logrotate.conf
chmod 777 /var/log/app
run
check 'a directory that others may write is an error, since its logs are passed over' test "$status" -eq 1 -a -n "$(grep 'insecure permissions' <<<"$out")"
finish
