#!/usr/bin/env bash
# packages: chrony
. "$HARNESS"
use systemd
ran_on chrony "$(chronyd --version | sed 's/.*version \([0-9.]*\).*/\1/')"
# Another chrony on this host is the server, and neither of them sets the clock.
mkdir -p /run/there /etc/systemd/system/chrony.service.d
printf '%s\n' 'local stratum 8' allow 'port 1123' 'bindcmdaddress /' 'cmdport 0' 'pidfile /run/there/pid' >there.conf
chronyd -x -u root -f "$PWD/there.conf"
printf '[Unit]\nConditionCapability=\n' >/etc/systemd/system/chrony.service.d/here.conf
printf 'DAEMON_OPTS="-x"\n' >/etc/default/chrony
printf '%s\n' 'server 127.0.0.1 port 1123 iburst minpoll 0 maxpoll 1' >/etc/chrony/chrony.conf
systemctl daemon-reload
systemctl restart systemd-timedated
check 'it is off at first' test "$(timedatectl show --property=NTP --value)" = no

run --dry-run
check 'a dry run turns nothing on' bash -c '! systemctl is-active chrony && [ "$1" = "$(printf "now: switched on: no, synchronised: no\nwould turn on: time synchronisation")" ]' _ "$out"
run --timeout 60
check 'it succeeds' test "$status" -eq 0
check 'the service runs, and will after a boot' bash -c 'systemctl is-active chrony && systemctl is-enabled chrony'
check 'it follows the server' grep -q '^Leap status *: Normal' <<<"$(chronyc -n tracking)"
run
check 'a second run has nothing to do' grep -q '^nothing to change' <<<"$out"
systemctl disable --quiet chrony
run
check 'one that runs and is not enabled is enabled' test "$status:$(systemctl is-enabled chrony)" = 0:enabled
kill "$(cat /run/there/pid)"
await bash -c '! chronyc -n sources | grep -q "^^[*]"'
check 'chrony says Normal all the same' grep -q '^Leap status *: Normal' <<<"$(chronyc -n tracking)"
run --timeout 1
check 'one whose server answers no more is not synchronised' test "$status" -eq 1
timedatectl set-ntp false
run --timeout 2
check 'one whose server does not answer is a failure' bash -c '[ "$1" = 1 ] && grep -q "not synchronised after 2 s" <<<"$2"' _ "$status" "$err"
check 'and stays on' systemctl is-active chrony
timedatectl set-ntp false
setpriv --reuid nobody --regid nogroup --clear-groups bash "$SCRIPT" >/dev/null 2>&1
check 'without root it is refused' test "$?" -eq 3
rm /usr/lib/systemd/ntp-units.d/*
systemctl restart systemd-timedated
run
check 'without a time service it is refused' test "$status" -eq 3
finish
