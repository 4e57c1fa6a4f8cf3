#!/usr/bin/env bash
# packages: cron busybox-static
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
useradd --create-home app
crontab -u app - <<'X'
# nightly: /opt/job --all
MAILTO=ops
@reboot touch /tmp/ran
*/5 * * * * touch /tmp/ran
@reboot touch /tmp/ran2
#0 2 * * * touch /tmp/ran
0 3 * * * date +\%F >>/tmp/days
X
before=$(crontab -u app -l)

run --command 'touch /tmp/ran' --user app --dry-run
check 'a dry run names both lines' test "$(grep -c '^would disable: ' <<<"$out")" -eq 2
check 'and changes nothing' test "$(crontab -u app -l)" = "$before"
run --command 'touch' --user app
check 'a part of a command is refused' test "$status" -eq 3
run --command 'touch /tmp/ran' --user app
check 'it succeeds' test "$status" -eq 0
check 'just those lines are commented out' cmp <(crontab -u app -l) <(sed -e '3s/^/#DISABLED# /;4s/^/#DISABLED# /' <<<"$before")
cron
await test -e /tmp/ran2
check 'the real cron runs the other one and not these' test ! -e /tmp/ran
run --command 'touch /tmp/ran' --user app
check 'a second run has nothing to do' grep -qx 'disabled already: 3 in the crontab of app; another command holds it: @reboot touch /tmp/ran2' <<<"$out"
run --command 'date +\%F >>/tmp/days' --user app
check 'a percent sign is found' grep -qxF '#DISABLED# 0 3 * * * date +\%F >>/tmp/days' <<<"$(crontab -u app -l)"
check 'without the mark it is as before' cmp <(crontab -u app -l | sed 's/^#DISABLED# //') - <<<"$before"
printf '0 4 * * * root  /opt/sys --all\n' >/etc/cron.d/package
run --command '/opt/sys --all' --user app
check 'a job of the system is named' test "$status" -eq 3 -a -n "$(grep 'it stands in /etc/cron.d/package' <<<"$err")"
{ crontab -u app -l; printf '0 4 * * * /opt/sys --all\n'; } | crontab -u app -
run --command '/opt/sys --all' --user app
check 'so it is where the user has it too' test "$status" -eq 0 -a -n "$(grep -x 'note: left as it is, it stands in /etc/cron.d/package' <<<"$out")"
{ crontab -u app -l; printf '#Ansible: back up\n0 5 * * * /opt/back-up\n'; } | crontab -u app -
run --command /opt/back-up --user app
check 'that Ansible keeps it is told' grep -qx 'warning: Ansible keeps this job and enables it again at its next run, disable it there too' <<<"$err"
check 'and its mark stays' grep -qx -A 1 '#Ansible: back up' <<<"$(crontab -u app -l)"
run --command /opt/job
check 'a user without a crontab is refused' test "$status" -eq 3
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --command 'touch /tmp/ran2' --user root >/dev/null 2>&1
check 'another user may not' test "$?" -eq 3
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --command 'touch /tmp/ran2' >/dev/null 2>&1
check 'the user may in the own crontab' grep -qxF '#DISABLED# @reboot touch /tmp/ran2' <<<"$(crontab -u app -l)"
useradd --create-home fresh
ln -s "$(command -v busybox)" /usr/local/bin/crontab
check 'the crontab of BusyBox is asked' bash -c '! crontab -u fresh -l 2>&1 | grep -q "^no crontab"'
run --user fresh --command /opt/none
check 'there, too, no crontab at all is none' test "$status:$(grep -c 'has no job with the command: /opt/none' <<<"$err")" = 3:1
echo '@daily /opt/fresh' | crontab -u fresh -
run --user fresh --command /opt/fresh
check 'BusyBox takes the change to the crontab of another user, and reads it as that one' test "$status:$(crontab -u fresh -l | grep -c '^#DISABLED# @daily /opt/fresh')" = 0:1
finish
