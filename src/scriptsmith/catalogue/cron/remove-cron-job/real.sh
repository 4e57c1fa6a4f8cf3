#!/usr/bin/env bash
# packages: cron busybox-static
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
useradd --create-home app
crontab -u app - <<'X'
# nightly: /opt/job --all
MAILTO=ops
*/5 * * * * /opt/job --all
  @daily	/opt/job --all
0 1 * * * /opt/job --all --more
#0 2 * * * /opt/job --all
0 3 * * * date +\%F >>/tmp/days
X
crontab - <<<'@reboot /opt/job --all'
before=$(crontab -u app -l) root=$(crontab -l)

run --command '/opt/job --all' --user app --dry-run
check 'a dry run names both lines' test "$(grep -c '^would remove: ' <<<"$out")" -eq 2
check 'and changes nothing' test "$(crontab -u app -l)" = "$before"
run --command '/opt/job' --user app
check 'a part of a command is no job' bash -c '[ "$1" = 0 ] && grep -q "^nothing to remove" <<<"$2"' _ "$status" "$out"
run --command '/opt/job --all' --user app
check 'it succeeds' test "$status" -eq 0
check 'just those lines are gone' cmp <(crontab -u app -l) <(grep -v -e '^\*' -e '@daily' <<<"$before")
check 'the crontab of root stays' test "$(crontab -l)" = "$root"
run --command 'date +\%F >>/tmp/days' --user app
check 'a percent sign is found' bash -c '! crontab -u app -l | grep -q days'
run --command '/opt/job --all' --user app
check 'a second run has nothing to do' grep -q '^nothing to remove' <<<"$out"
run --command '/opt/job --all'
check 'the last job of all can go' test -z "$(crontab -l)"
backup=$(sed -n 's/^the crontab before is kept in //p' <<<"$out")
crontab "$backup"
check 'and comes back from the copy' test "$(crontab -l)" = "$root"
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --command '/opt/job --all' --user root >/dev/null 2>&1
check 'another user may not' test "$?" -eq 3
printf '# /opt/sys --all\n0 4 * * * root  /opt/sys --all\n' >/etc/cron.d/package
run --command '/opt/sys --all'
check 'a job of the system is no success' test "$status" -eq 3 -a -n "$(grep 'it stands in /etc/cron.d/package' <<<"$err")"
check 'and is left alone' grep -q '^0 4' /etc/cron.d/package
printf '0 4 * * * /opt/sys --all\n0 5 * * * /opt/sys --all 2>&1\n' | crontab -u app -
run --command '/opt/sys --all' --user app
check 'nor is it untold where the user has one too' grep -qx 'note: left as it is, it stands in /etc/cron.d/package; it stands in a longer one, name that: /opt/sys --all 2>&1' <<<"$out"
crontab -u app - <<<'0 3 * * * /opt/quiet >/dev/null 2>&1'
run --command /opt/quiet --user app
check 'a job whose output is thrown away is no success' test "$status" -eq 3 -a -n "$(grep 'name that: /opt/quiet >/dev/null 2>&1' <<<"$err")"
run --command '/opt/quiet >/dev/null 2>&1'
check 'nor is, for root, one of another user' test "$status" -eq 3 -a -n "$(grep 'it stands in /var/spool/cron/crontabs/app' <<<"$err")"
printf '#!/bin/sh\n/opt/daily\n' >/etc/cron.daily/mine
run --command /opt/daily
check 'nor one that stands in cron.daily' test "$status" -eq 3 -a -n "$(grep 'it stands in /etc/cron.daily/mine' <<<"$err")"
printf '#Ansible: a\n0 1 * * * /opt/a\n0 2 * * * /opt/b\n' | crontab -u app -
run --command /opt/a --user app
check 'the mark of Ansible goes with its job' test "$status:$(crontab -u app -l)" = '0:0 2 * * * /opt/b'
check 'that it may come back is told' grep -q '^note: Ansible made it' <<<"$out"
printf '1\t5\tjob\t/opt/anacron\n' >/etc/anacrontab
run --command /opt/anacron
check 'one of anacron is no success' test "$status" -eq 3 -a -n "$(grep 'it stands in /etc/anacrontab' <<<"$err")"
chmod 700 /etc/cron.d
check 'what one may not look into is told' grep -q '/etc/cron.d cannot be looked into' <<<"$(setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --command /opt/none)"
crontab -r -u app
run --command /opt/job --user app
check 'without a crontab there is nothing to do' test "$status" -eq 0
chattr +i /var/spool/cron/crontabs/root 2>/dev/null || mount --bind -o ro /var/spool/cron/crontabs /var/spool/cron/crontabs
mount -o remount,bind,ro /var/spool/cron/crontabs 2>/dev/null
run --command '/opt/job --all'
check 'a crontab that cannot be written is a failure' test "$status" -eq 1
check 'and is as before' test "$(crontab -l)" = "$root"
useradd --create-home fresh
ln -s "$(command -v busybox)" /usr/local/bin/crontab
check 'the crontab of BusyBox is asked' bash -c '! crontab -u fresh -l 2>&1 | grep -q "^no crontab"'
run --user fresh --command /opt/none
check 'there, too, no crontab at all is none' test "$status:$(grep -c '^nothing to remove' <<<"$out")" = 0:1
echo '@daily /opt/fresh' | crontab -u fresh -
run --user fresh --command /opt/fresh
check 'BusyBox takes the change to the crontab of another user, and reads it as that one' test "$status:$(crontab -u fresh -l | grep -c fresh)" = 0:0
finish
