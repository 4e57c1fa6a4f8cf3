#!/usr/bin/env bash
# packages: cron
. "$HARNESS"
use systemd
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
useradd --create-home app
run
check 'when cron has written nothing, that is told' bash -c '[ "$1" = 1 ] && grep -q "does it run?" <<<"$2"' _ "$status" "$out"
crontab -u app - <<<'@reboot touch "/tmp/ran (1)"'
printf '@reboot root true\n' >/etc/cron.d/jobs
printf '@reboot root true\n' >/etc/cron.d/open && chmod 666 /etc/cron.d/open
rm -f /run/crond.reboot
systemctl start cron
await test -e '/tmp/ran (1)'
journalctl --sync

run
check 'it succeeds' test "$status" -eq 0
check 'a run is shown with its user and its command' grep -Eqx '[0-9T:+-]+  app +touch "/tmp/ran \(1\)"' <<<"$out"
check 'also one of the system' grep -Eqx '[0-9T:+-]+  root +true' <<<"$out"
check 'two in all' grep -qx '2 runs were started within 24 hours; how they ended is in their own logs or mail' <<<"$out"
check 'what cron complains of is told' grep -q 'INSECURE MODE.*/etc/cron.d/open' <<<"$out"
check 'that the journal has not run for so long is told' grep -Eq '^note: the journal begins at 20[0-9-]+T[0-9:]+ only' <<<"$out"
run --text '(1)'
check 'a text chooses' grep -qx '1 runs were started within 24 hours; how they ended is in their own logs or mail' <<<"$out"
run --text '.*'
check 'and is no pattern' bash -c '[ "$1" = 1 ] && grep -q "^no job with that text ran" <<<"$2"' _ "$status" "$out"
setpriv --reuid app --regid app --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'whoever sees only own messages is refused' test "$?" -eq 3
finish
