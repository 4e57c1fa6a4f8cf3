#!/usr/bin/env bash
# packages: logrotate
. "$HARNESS"
ran_on logrotate "$(logrotate --version 2>&1 | sed -n '1s/^logrotate //p')"

mkdir /var/log/app /var/log/other
printf 'one\n' >/var/log/app/a.log; printf 'x\n' >/var/log/other/b.log
printf '/var/log/app/*.log {\n  notifempty\n  postrotate\n    echo done >>/tmp/told\n  endscript\n}\n' >/etc/logrotate.d/app
printf '/var/log/other/*.log {\n  rotate 9\n}\n' >/etc/logrotate.d/other
sed -i 's/^rotate .*/rotate 2/; s/^#compress/compress/' /etc/logrotate.conf
run --config-file app --dry-run
check 'a dry run changes nothing' test "$status:$(ls /var/log/app)" = 0:a.log
run --config-file app
check 'the log is rotated, though it was not due' test "$status:$(zcat /var/log/app/a.log.1.gz)" = 0:one -a ! -s /var/log/app/a.log
check 'its script ran' test "$(cat /tmp/told)" = done
check 'other logs are left alone' test "$(ls /var/log/other)" = b.log
run --config-file app
check 'an empty log is kept, and that is told' test "$status:$(ls /var/log/app | wc -l)" = 0:2 -a -n "$(grep '^0 logs' <<<"$out")"
for n in two three; do printf '%s\n' $n >/var/log/app/a.log; run --config-file app; done
check 'as many as the main configuration says are kept' test "$(ls /var/log/app | tr '\n' ' ')" = 'a.log a.log.1.gz a.log.2.gz '
sed -i 's/notifempty/dateext/' /etc/logrotate.d/app
printf 'four\n' >/var/log/app/a.log; run --config-file app
check 'with dateext it is rotated under its date' test "$status:$(zcat "/var/log/app/a.log-$(date +%Y%m%d).gz")" = 0:four
printf 'five\n' >/var/log/app/a.log; run --config-file app
check 'a second time a day is refused, and nothing is lost' test "$status:$(cat /var/log/app/a.log)" = 3:five -a -n "$(grep 'rotated already' <<<"$err")"
printf '/var/log/app/a.log {\n  rotate 3\n  nodateext\n  postrotate\n    id >/tmp/as-root\n  endscript\n}\n' >'/etc/logrotate.d/of another'
chown nobody '/etc/logrotate.d/of another'
run --config-file 'of another'
check 'a configuration of another user, which logrotate passes over at night, is refused' test "$status:$(cat /var/log/app/a.log)" = 3:five -a ! -e /tmp/as-root -a -n "$(grep 'owner is wrong' <<<"$err")"
chown root '/etc/logrotate.d/of another'; chmod 666 '/etc/logrotate.d/of another'
run --config-file 'of another'
check 'so is one that others may write to' test "$status:$(cat /var/log/app/a.log)" = 3:five -a ! -e /tmp/as-root
chmod 644 '/etc/logrotate.d/of another'
run --config-file 'of another'
check 'as root has it, it is taken' test "$status:$(zcat /var/log/app/a.log.1.gz)" = 0:five
echo five >/var/log/app/a.log
sleep 300 >>/var/log/app/a.log &
writer=$!
run --config-file 'of another'
check 'a program that did not open its log again is named' test "$status:$(grep -c "did not open the new one: $writer (sleep); reload" <<<"$err")" = 1:1
kill "$writer"
printf '/var/log/app/a.log {\n  rotate 3\n  nodateext\n  postrotate\n    kill %s\n  endscript\n}\n' '$(cat /tmp/writer)' >'/etc/logrotate.d/of another'
echo six >/var/log/app/a.log
(exec sleep 300) >>/var/log/app/a.log &
echo "$!" >/tmp/writer
run --config-file 'of another'
check 'one that is told is not' test "$status:$err" = 0:
echo five >/var/log/app/a.log
printf '/var/log/app/*.log {\n  rotat 3\n}\n' >/etc/logrotate.d/bad
run --config-file bad
check 'a configuration with an error is refused' test "$status:$(cat /var/log/app/a.log)" = 3:five
mkdir -p /srv/logs && ln -s /srv/logs /var/log/linked && echo seven >/var/log/linked/c.log
printf '/var/log/linked/c.log {\n  rotate 3\n}\n' >/etc/logrotate.d/linked
sleep 300 >>/var/log/linked/c.log &
writer=$!
run --config-file linked
check 'also where a link leads to its directory' test "$status:$(grep -c "did not open the new one: $writer (sleep); reload" <<<"$err")" = 1:1
kill "$writer"
finish
