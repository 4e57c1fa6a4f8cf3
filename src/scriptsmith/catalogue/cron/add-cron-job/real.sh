#!/usr/bin/env bash
# packages: cron busybox-static
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
useradd --create-home app

run --schedule @reboot --command 'date +\%F >/tmp/ran' --user app --dry-run
check 'a dry run makes no crontab' bash -c '! crontab -u app -l'
run --schedule @reboot --command 'date +\%F >/tmp/ran' --user app
check 'it succeeds' test "$status" -eq 0
check 'without a cron daemon that is told' grep -q '^note: no process cron or crond is seen' <<<"$err"
crontab - <<<'0 1 * * * /bin/own'
run --schedule '* * * * *' --command 'touch /tmp/minutely'
check 'without a user it is the own crontab' grep -qxF '* * * * * touch /tmp/minutely' <<<"$(crontab -l)"
cron
await test -s /tmp/ran
before=$(crontab -l)
run --schedule '@daily' --command /bin/true --user app
check 'now nothing is told of it' test -z "$err"
eval "$(sed -n 's/^the crontab before .*; undo, while nothing else was changed: //p' <<<"$out")"
check 'the undo is for the crontab of that user' test "$(crontab -u app -l):$(crontab -l)" = "@reboot date +\\%F >/tmp/ran:$before"
check 'the real cron runs it, as that user' test "$(cat /tmp/ran) $(stat -c %U /tmp/ran)" = "$(date +%F) app"
before=$(crontab -u app -l)
run --schedule @reboot --command 'date +\%F >/tmp/ran' --user app
check 'a second run has nothing to do' bash -c '[ "$1" = 0 ] && grep -q "^there already" <<<"$2"' _ "$status" "$out"
chage --expiredate 1970-01-02 app
run --schedule @reboot --command 'date +\%F >/tmp/ran' --user app
check 'that the account has expired is told then, too' test "$status:$(grep -c '^note: the account app or its password has expired' <<<"$err"):$(grep -c '^there already' <<<"$out")" = 0:1:1
chage --expiredate -1 app
run --schedule @daily --command 'date +\%F >/tmp/ran' --user app
check 'the same command at another time is refused' test "$status" -eq 3
check 'and both change nothing' test "$(crontab -u app -l)" = "$before"
for each in '0,30 2-4/2 1 Jan-mar mon-fri' '*/15 0-23 * * 7' '@midnight' '5 4 * * Sun' '10-50/20 * 31 12 0'; do
  run --schedule "$each" --command "/bin/true $each" --user app
  check "the real crontab takes $each" grep -qxF "$each /bin/true $each" <<<"$(crontab -u app -l)"
done
before=$(crontab -u app -l)
for each in '50-10 * * * *' '* * * * fri-sun' '5/10 * * * *'; do
  run --schedule "$each" --command /bin/false --user app
  check "$each, which cron takes and never runs, or not as meant, is refused" test "$status" -eq 2
done
check 'and nothing is changed' test "$(crontab -u app -l)" = "$before"
printf 'nobody\n' >/etc/cron.allow
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --schedule @daily --command /bin/true >/dev/null 2>&1
check 'a user whom cron.allow leaves out is refused' test "$?" -eq 3
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --schedule @daily --command /bin/true --user root >/dev/null 2>&1
check 'and so is the crontab of root, to others' test "$?" -eq 3
useradd --create-home fresh
ln -s "$(command -v busybox)" /usr/local/bin/crontab
check 'the crontab of BusyBox is asked' bash -c '! crontab -u fresh -l 2>&1 | grep -q "^no crontab"'
run --schedule @daily --command /bin/true --user fresh
check 'there, too, no crontab at all is none' test "$status:$(grep -c '^added to the crontab' <<<"$out")" = 0:1
finish
