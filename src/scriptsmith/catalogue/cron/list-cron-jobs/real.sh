#!/usr/bin/env bash
# packages: cron busybox-static
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
useradd --create-home app
crontab -u app - <<'X'
# */9 * * * * /opt/never
MAILTO=ops
*/5 * * * * /opt/check  --now
@reboot touch /tmp/own
X
printf '@reboot app touch /tmp/system\n@reboot root touch /tmp/root\n' >/etc/cron.d/jobs
printf '@reboot app touch /tmp/dotted\n' >/etc/cron.d/jobs.conf
printf '@reboot app touch /tmp/left\n' >/etc/cron.d/jobs.dpkg-old
rm /etc/cron.daily/*
for each in good bad.sh; do printf '#!/bin/sh\ntouch /tmp/%s\n' "$each" >/etc/cron.daily/$each && chmod +x /etc/cron.daily/$each; done
printf '#!/bin/sh\n' >/etc/cron.daily/closed

run --user app
check 'it succeeds' test "$status" -eq 0
check 'the jobs are listed, each with its place' test "$(sort <<<"$out")" = "$(printf '%s\n' '/etc/cron.d/jobs: @reboot app touch /tmp/system' '3 cron jobs for user app' 'crontab of app: */5 * * * * /opt/check  --now' 'crontab of app: @reboot touch /tmp/own' 'systemd timers, jobs of at, and jobs of others that change to this user (su, sudo -u) may start more; they are not listed' | sort)"
check 'a file that cron passes over is told' grep -q 'not read by cron, because of its name: /etc/cron.d/jobs.conf' <<<"$err"
cron
await test -e /tmp/own -a -e /tmp/system
check 'cron itself runs these, and not that' test ! -e /tmp/dotted -a ! -e /tmp/left
run
check 'of root, the scripts that run by the day' grep -qx '/etc/cron.daily: good' <<<"$out"
run-parts /etc/cron.daily >/dev/null 2>&1
check 'those are the ones that run-parts runs' test -e /tmp/good -a ! -e /tmp/bad.sh
check 'others are not listed' test -z "$(grep -E 'cron.daily: (bad|closed)' <<<"$out")"
check 'a name that it passes over is told' grep -q 'not run by run-parts, because of its name: /etc/cron.daily/bad.sh' <<<"$err"
check 'and what root runs through cron.d' grep -q '^/etc/cron.d/jobs: @reboot root touch /tmp/root$' <<<"$out"
run --user nobody
check 'a user without jobs is no failure' bash -c '[ "$1" = 0 ] && [ "$2" = "no cron jobs for user nobody" ]' _ "$status" "$(sed '$d' <<<"$out")"
setpriv --reuid app --regid app --init-groups bash "$SCRIPT" --user root >/dev/null 2>&1
check 'others may not see the jobs of root' test "$?" -eq 3
as_app() { setpriv --reuid app --regid app --init-groups bash "$SCRIPT" >.app 2>.app.err; status=$?; }
for path in /etc/cron.d /etc/cron.d/jobs /etc/crontab; do # as hardening guides have it
  mode=$(stat -c %a $path) && chmod go= $path
  as_app
  check "with $path closed it is told that not all could be read" test "$status:$(grep -cx "not readable, left out: $path" .app.err)" = 3:1
  check 'and what can be is listed all the same' grep -qx 'crontab of app: @reboot touch /tmp/own' .app
  crontab -u app -l >.tab && crontab -u app -r
  as_app
  check 'that there are none is not said' test "$status:$(grep -c '^no cron jobs' .app)" = 3:0
  crontab -u app .tab && chmod "$mode" $path
done
check 'but their own' grep -q '^3 cron jobs for user app$' <<<"$(setpriv --reuid app --regid app --init-groups bash "$SCRIPT" 2>/dev/null)"
useradd --create-home fresh
ln -s "$(command -v busybox)" /usr/local/bin/crontab
check 'the crontab of BusyBox is asked' bash -c '! crontab -u fresh -l 2>&1 | grep -q "^no crontab"'
run --user fresh
check 'there, too, no crontab at all is none' test "$status:$(grep -c '^no cron jobs for user' <<<"$out")" = 0:1
finish
