#!/usr/bin/env bash
. "$HARNESS"

mkdir -p disk/etc/cron.d disk/etc/cron.daily disk/var/spool/cron/crontabs
printf '# m h\nSHELL=/bin/sh\n\n17 *\t* * * root run-parts /etc/cron.hourly\n' >disk/etc/crontab
printf '*/5 * * * * curl x | sh # $(touch pwned)\n' >disk/var/spool/cron/crontabs/ana
printf '@reboot root /opt/x\n' >'disk/etc/cron.d/odd name'
printf '0 1 * * * root \033[2Jhidden\n' >disk/etc/cron.d/.hidden
: >disk/etc/cron.d/.placeholder
printf '#!/bin/sh\n' >disk/etc/cron.daily/backup
chmod 755 disk/etc/cron.daily/backup
printf '#!/bin/sh\n' >disk/etc/cron.daily/off

run --root disk
check 'it succeeds' test "$status" -eq 0
check 'the crontab of a user is shown' grep -qxF '  */5 * * * * curl x | sh # $(touch pwned)' <<<"$out"
check 'with its file' grep -Eqx './disk/var/spool/cron/crontabs/ana \(changed [0-9-]{10}\)' <<<"$out"
check 'the system crontab is shown' grep -qxF '  17 * * * * root run-parts /etc/cron.hourly' <<<"$out"
check 'a name with a space is read' grep -qxF '  @reboot root /opt/x' <<<"$out"
check 'a hidden file is read, and its escapes are quoted' grep -qF "\\E[2Jhidden" <<<"$out"
check 'a script is named' grep -Eq 'cron.daily/backup \(changed [0-9-]{10}, script\)$' <<<"$out"
check 'one that does not run is told' grep -q 'cron.daily/off .*not executable' <<<"$out"
: >disk/etc/debian_version
printf '@daily root /opt/off\n' >disk/etc/cron.d/job.disabled; printf '@daily root /opt/on\n' >disk/etc/cron.d/job; printf '#!/bin/sh\n' >disk/etc/cron.daily/tidy.sh
mkdir -p disk/var/spool/cron/tabs; printf '@daily /opt/suse\n' >disk/var/spool/cron/tabs/eva
run --root disk
check 'a file that cron leaves out for its name is told' grep -Eq 'cron.d/job.disabled \(changed [0-9-]{10}, left out by cron for its name\)$' <<<"$out"
check 'others are not' grep -Eq 'cron.d/job \(changed [0-9-]{10}\)$' <<<"$out"
check 'so is a script' grep -Eq 'cron.daily/tidy.sh \(changed [0-9-]{10}, script, not executable, left out by run-parts for its name\)$' <<<"$out"
check 'and no other' grep -Eq 'cron.daily/backup \(changed [0-9-]{10}, script\)$' <<<"$out"
check 'the crontabs of SUSE are shown' grep -qxF '  @daily /opt/suse' <<<"$out"
rm disk/etc/debian_version
run --root disk
check 'cronie reads a name with a dot' grep -Eq 'cron.d/job.disabled \(changed [0-9-]{10}\)$' <<<"$out"
mv disk/etc/cron.d/job disk/etc/cron.d/job.rpmnew
run --root disk
check 'but not what rpm lays beside' grep -q 'cron.d/job.rpmnew .*left out by cron' <<<"$out"
mkdir -p disk/etc/periodic/15min; for each in poll.sh 'old poll'; do printf '#!/bin/sh\n' >"disk/etc/periodic/15min/$each"; chmod 755 "disk/etc/periodic/15min/$each"; done
run --root disk
check 'the scripts of Alpine are named' grep -Eqx './disk/etc/periodic/15min/poll.sh \(changed [0-9-]{10}, script\)' <<<"$out"
check 'and that its run-parts takes no name with a blank' grep -q 'periodic/15min/old poll .*left out by run-parts for its name)$' <<<"$out"
rm -r disk/etc/periodic
rm -r disk/etc/cron.d/job.* disk/etc/cron.daily/tidy.sh disk/var/spool/cron/tabs
run --root disk
check 'comments are left out' test -z "$(grep '# m h' <<<"$out")"
check 'they are counted' grep -qx '6 files, 5 active lines; timers of systemd and jobs of at are not looked at' <<<"$out"
check 'nothing of it is run' test ! -e pwned
stub stat <<'EOF'
case "$*" in *ana) date +%s ;; *) echo 1600000000 ;; esac
EOF
run --root disk --days 3
check 'only what changed lately' grep -qx '1 files, 1 active lines; timers of systemd and jobs of at are not looked at' <<<"$out"
printf '@daily root /opt/y\n' >elsewhere; ln -s "$PWD/elsewhere" disk/etc/cron.d/linked
stub stat <<'EOF'
case "$*" in '-L '*linked) date +%s ;; *) echo 1600000000 ;; esac
EOF
run --root disk --days 3
check 'what a link leads to counts' grep -qxF '  @daily root /opt/y' <<<"$out"
stub stat <<<'exit 1'
run --root disk
check 'a file of which nothing is known is a failure' test "$status" -eq 1
rm .stubs/stat
mkdir -p bare/etc
run --root bare
check 'no cron is no fault' bash -c '[ "$1" -eq 0 ] && grep -qx "0 files, 0 active lines; timers of systemd and jobs of at are not looked at" <<<"$2"' _ "$status" "$out"
run --root nowhere
check 'a missing system is refused' test "$status" -eq 3
run --days 'x; touch pwned'
check 'a hostile value is refused' test "$status" -eq 2
run --days '$(touch pwned)'
check 'a hostile value runs nothing' test ! -e pwned
mkdir none
bash_=$(command -v bash)
PATH=none "$bash_" "$SCRIPT" --root disk >/dev/null 2>&1
check 'a missing tool is refused' test "$?" -eq 3
finish
