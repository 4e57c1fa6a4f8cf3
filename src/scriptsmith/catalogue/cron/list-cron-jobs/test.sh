#!/usr/bin/env bash
. "$HARNESS"

# The crontab of each user is a file tab.USER here; `id` says ops, or root once now-root is there.
stub crontab <<'EOF'
user=ops
[ -e now-root ] && user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
if [ "$1" = -l ]; then
  [ -e "tab.$user" ] || { echo "${ABSENT:-no crontab for $user}" >&2; exit 1; }
  cat "tab.$user"
else
  cat -- "$1" >"tab.$user"
fi
EOF
stub id <<'EOF'
case "$*" in
  -un) if [ -e now-root ]; then echo root; else echo ops; fi ;;
  -u) if [ -e now-root ]; then echo 0; else echo 1000; fi ;;
  *ghost) exit 1 ;;
  *) echo 1001 ;;
esac
EOF
ABSENT="crontab: can't open 'ops': No such file or directory" run
check 'no crontab at all is none in the words of BusyBox, too' test "$status:$(grep -c '^no cron jobs for user' <<<"$out")" = 0:1
rm -f tab.*
ABSENT="crontab: can't open '/etc/crontabs/ops': Permission denied" run
check 'other words are a failure' test "$status" -eq 3 -a -n "$(grep 'cannot read the crontab' <<<"$err")"
rm -f tab.*

cat >tab.ops <<'EOF'
# m h dom mon dow command
MAILTO=root
PATH = /usr/bin:/bin
*/5 * * * * /opt/check  --now $(touch pwned)
  @daily /opt/report
#DISABLED# 0 1 * * * /opt/old
EOF
printf '@reboot /opt/app' >tab.app
mkdir -p etc/cron.d etc/cron.daily
printf '17 * * * * root cd / && run-parts /etc/cron.hourly\n' >etc/crontab
printf 'SHELL=/bin/sh\n0 3 * * mon-fri ops /opt/nightly\n0 4 * * * app /opt/ops ops\n' >etc/cron.d/jobs
for name in jobs.rpmsave jobs.rpmnew jobs~ '#jobs'; do printf '0 5 * * * ops /opt/leftover\n' >"etc/cron.d/$name"; done
printf '#!/bin/sh\n' >etc/cron.daily/rotate
chmod +x etc/cron.daily/rotate
printf '0 6 * * * ops /opt/dotted\n' >etc/cron.d/dotted.conf
cp -r etc before

run --etc etc
check 'it succeeds' test "$status" -eq 0
check 'a job of the crontab is listed' grep -Fxq 'crontab of ops: */5 * * * * /opt/check  --now $(touch pwned)' <<<"$out"
check 'a job with a named schedule is listed' grep -Fxq 'crontab of ops: @daily /opt/report' <<<"$out"
check 'a job in cron.d is listed' grep -Fxq 'etc/cron.d/jobs: 0 3 * * mon-fri ops /opt/nightly' <<<"$out"
check 'the jobs of others are not' test "$(grep -c '/opt/ops' <<<"$out")" -eq 0
check 'nor what is disabled, set or left over' test "$(grep -Ec 'old|MAILTO|PATH|leftover' <<<"$out")" -eq 0
check 'that cron is not all is told' test "$(tail -n 1 <<<"$out")" = 'systemd timers, jobs of at, and jobs of others that change to this user (su, sudo -u) may start more; they are not listed'
check 'they are counted' grep -q '^4 cron jobs for user ops$' <<<"$out"
check 'what cron passes over is told' test "$(grep -c 'not read by cron, because of its name: etc/cron.d/' <<<"$err")" -eq 4
printf '0 6 * * * ops /opt/copy\n' >etc/cron.d/jobs.bak
printf '0 6 * * * ops /opt/spaced\n' >'etc/cron.d/my jobs'
run --etc etc
check 'a copy that cron runs as well is listed' grep -Fxq 'etc/cron.d/jobs.bak: 0 6 * * * ops /opt/copy' <<<"$out"
check 'so is one with a space in its name' grep -Fxq 'etc/cron.d/my jobs: 0 6 * * * ops /opt/spaced' <<<"$out"
printf -- '-*/15 * * * * ops /opt/unlogged\n' >etc/cron.d/unlogged
run --etc etc
check 'so is one that is not logged' grep -Fxq 'etc/cron.d/unlogged: -*/15 * * * * ops /opt/unlogged' <<<"$out"
rm etc/cron.d/unlogged etc/cron.d/jobs.bak etc/cron.d/'my jobs'
touch etc/debian_version before/debian_version
run --etc etc
check 'where cron passes over a name with a dot, it is no job' bash -c 'grep -q "^3 cron jobs for user ops$" <<<"$1" && grep -q "because of its name: etc/cron.d/dotted.conf" <<<"$2"' _ "$out" "$err"
check 'nothing is changed' diff -r before etc
check 'the crontab is only read' test -z "$(calls '^crontab' | grep -v '^crontab -l$')"

run --etc etc --user app
check 'another user is refused without root' test "$status" -eq 3
: >now-root
run --etc etc --user app
check 'root sees the jobs of another user' grep -Fxq 'crontab of app: @reboot /opt/app' <<<"$out"
run --etc etc --user nobody
check 'a user without jobs succeeds' test "$status" -eq 0
check 'and is said to have none' grep -q '^no cron jobs for user nobody$' <<<"$out"
run --etc etc
check 'root has the scripts of every day too' grep -Fxq 'etc/cron.daily: rotate' <<<"$out"
printf 'SHELL=/bin/sh\nRANDOM_DELAY=45\n# 1 2 x y\n7 25 own.weekly\tnice /opt/weekly\n@monthly 45 own.monthly /opt/monthly\n' >etc/anacrontab
run --etc etc
check 'and what anacron runs' test "$(grep -c '^etc/anacrontab: ' <<<"$out"):$(grep -Fxc $'etc/anacrontab: 7 25 own.weekly\tnice /opt/weekly' <<<"$out")" = 2:1
run --etc etc --user app
check 'others do not' test "$(grep -c anacrontab <<<"$out")" = 0
run --etc etc --user ghost
check 'a user that does not exist is refused' test "$status" -eq 3
run --etc nowhere
check 'a missing directory is refused' test "$status" -eq 3
stub crontab <<<'echo "must be privileged" >&2; exit 1'
run --etc etc
check 'a crontab that cannot be read is refused' test "$status" -eq 3
run --etc etc --user 'x; touch pwned'
check 'a hostile user is refused' test "$status" -eq 2
run --remove
check 'an unknown argument is refused' test "$status" -eq 2

mkdir few
ln -s "$(type -P bash)" "$(type -P cat)" few
PATH=$PWD/few run --etc etc
check 'a missing crontab program is refused' test "$status" -eq 3
check 'nothing hostile ran' test ! -e pwned
finish
