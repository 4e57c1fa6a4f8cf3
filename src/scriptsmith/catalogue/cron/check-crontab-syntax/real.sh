#!/usr/bin/env bash
# packages: cron
. "$HARNESS"
ran_on cron "$(dpkg-query --show --showformat '${Version}' cron)"
taken() { crontab ./tab 2>/dev/null; } # does the real crontab take the file?
while IFS= read -r each; do
  printf '%s\n' "$each" >./tab
  run --file ./tab
  check "what cron takes is no fault: $each" bash -c "$(declare -f taken); taken && [ $status = 0 ]"
done <<'X'
*/5 0-6,22 1 jan-mar mon,WED	/opt/x
@daily /opt/y
0 3 * * 7 date +\%F
 0 0 1-31/2 DEC sun-sat /opt/z
0~30 * * * * /opt/z
MAILTO=root
X
while IFS= read -r each; do
  printf '%s\n' "$each" >./tab
  run --file ./tab
  check "what cron refuses is a fault: $each" bash -c "$(declare -f taken); ! taken && [ $status = 1 ]"
done <<'X'
60 3 * * * x
* 24 * * * x
0 0 0 * * x
0 0 * foo * x
0 0 * * 8 x
5/10 * * * * x
1,,2 * * * * x
*/0 * * * * x
@sometimes x
1 2 3
X
while IFS= read -r each; do
  printf '%s\n' "$each" >./tab
  run --file ./tab
  check "what cron takes and never runs, or not as meant, is a fault: $each" bash -c "$(declare -f taken); taken && [ $status = 1 ]"
done <<'X'
50-10 * * * * x
0 0 * * fri-sun x
1-5-7 * * * * x
* * * * *
*/90 * * * * x
0 3 * * * root touch /tmp/x
X
printf '* * * * * x' >./tab
run --file ./tab
check 'a last line without its end too' bash -c "$(declare -f taken); ! taken && [ $status = 1 ]"
run --file /etc/crontab
check 'the crontab of the system is in order' bash -c '[ "$1" = 0 ] && grep -q "(system form)$" <<<"$2"' _ "$status" "$out"
mkdir -p /run/ran
touched() { [[ -e /run/ran/$1 ]]; }
untouched() { ! touched "$1"; }
for name in good dot.ted open foreign; do printf '* * * * * root touch /run/ran/%s\n' "$name" >/etc/cron.d/$name; done
chmod 664 /etc/cron.d/open; chown nobody /etc/cron.d/foreign
run --file /etc/cron.d/good
check 'a file that cron takes is in order' test "$status" -eq 0
run --file /etc/cron.d/dot.ted
check 'a name with a dot is a fault' test "$status" -eq 1
run --file /etc/cron.d/open
check 'so is a file that others may write' bash -c '[ "$1" = 1 ] && grep -q "ignores it, for others than root may write it (mode 664)" <<<"$2"' _ "$status" "$out"
run --file /etc/cron.d/foreign
check 'and one of another owner' bash -c '[ "$1" = 1 ] && grep -q "does not belong to root" <<<"$2"' _ "$status" "$out"
printf '* * * * * root touch /run/ran/run\n' >/etc/cron.d/run && chmod 755 /etc/cron.d/run
run --file /etc/cron.d/run
check 'one that may be executed is in order here, and not with another cron' test "$status:$(grep -c 'RHEL, Fedora and SUSE ignores .*(mode 755)' <<<"$out")" = 0:1
mv /etc/debian_version /etc/debian_version.away
run --file /etc/cron.d/run
check 'where cron is that of RHEL it is a fault' test "$status:$(grep -c 'BAD FILE MODE, mode 755' <<<"$out")" = 1:1
run --file /etc/cron.d/good
check 'an ordinary one is in order there' test "$status" -eq 0
printf -- '-*/15 * * * * root /bin/true\n' >/etc/cron.d/unlogged
run --file /etc/cron.d/unlogged
check 'there a minus before the times is no fault' test "$status" -eq 0
mv /etc/debian_version.away /etc/debian_version
run --file /etc/cron.d/unlogged
check 'here it is' test "$status" -eq 1
rm /etc/cron.d/unlogged
cron
until touched good || ((SECONDS > 130)); do sleep 1; done
check 'the real cron runs the first and the one that may be executed, and none of the others' bash -c "$(declare -f touched untouched); touched good && touched run && untouched dot.ted && untouched open && untouched foreign"
kill "$(cat /run/crond.pid)"
printf '0 3 * * * nosuchuser /bin/true\n' >/etc/cron.d/odd
run --file /etc/cron.d/odd
check 'a user who is not there is a fault' test "$status" -eq 1
finish
