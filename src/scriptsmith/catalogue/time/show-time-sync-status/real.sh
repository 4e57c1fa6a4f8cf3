#!/usr/bin/env bash
# packages: chrony
. "$HARNESS"
ran_on chrony "$(chronyd --version | sed 's/.*version \([0-9.]*\).*/\1/')"
use network
mkdir -p /run/chrony /run/there
printf '%s\n' 'local stratum 8' 'allow all' 'bindcmdaddress /' 'cmdport 0' 'pidfile /run/there/pid' >there.conf
neighbour chronyd -x -u root -f "$PWD/there.conf"
printf '%s\n' 'server 192.0.2.1 iburst minpoll 0 maxpoll 1' 'pidfile /run/chrony/pid' >here.conf
chronyd -x -u root -f "$PWD/here.conf"
await bash -c 'chronyc -n tracking | grep -q "Leap status.*Normal"'
run
check 'the server that is followed is shown' grep -q '^\^\* 192.0.2.1' <<<"$out"
check 'the time' grep -q "^now: $(date +%Y-%m-%d)" <<<"$out"
check 'the clock is synchronised' grep -qx 'OK: the clock is synchronised (chrony)' <<<"$out"
kill "$(cat /run/there/pid)"
lost() { chronyc -n sources | grep -q '^^?'; }
await lost
run
check 'when the server answers no longer it is not' grep -q '^NOT SYNCHRONISED: chrony runs' <<<"$out"
finish
