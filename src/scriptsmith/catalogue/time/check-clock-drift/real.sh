#!/usr/bin/env bash
# packages: chrony
. "$HARNESS"
ran_on chrony "$(chronyd --version | sed 's/.*version \([0-9.]*\).*/\1/')"
use network
run
check 'when nobody tells, it is not known' bash -c '[ "$1" = 1 ] && grep -q "^UNKNOWN" <<<"$2"' _ "$status" "$out"
mkdir -p /run/chrony /run/there
printf '%s\n' 'local stratum 8' 'allow all' 'bindcmdaddress /' 'cmdport 0' 'pidfile /run/there/pid' >there.conf
neighbour chronyd -x -u root -f "$PWD/there.conf"
printf '%s\n' 'server 192.0.2.1 iburst minpoll 0 maxpoll 1' 'pidfile /run/chrony/pid' >here.conf
chronyd -x -u root -f "$PWD/here.conf"
await bash -c 'chronyc -n tracking | grep -q "Leap status.*Normal"'
run
check 'a clock that follows a good server is right' bash -c '[ "$1" = 0 ] && grep -Eq "^the clock is off by [0-9]+.[0-9]{3} ms \(chrony\)$" <<<"$2"' _ "$status" "$out"
kill "$(cat /run/there/pid)"
lost() { chronyc -n sources | grep -q '^^?'; }
await lost
check 'chrony itself calls that normal' grep -q 'Leap status.*Normal' <<<"$(chronyc -n tracking)"
run
check 'when the server answers no longer it is not known' bash -c '[ "$1" = 1 ] && grep -q "chrony runs, but is not synchronised" <<<"$2"' _ "$status" "$out"
kill "$(cat /run/chrony/pid)"
await bash -c '! chronyc -n tracking'
printf '%s\n' 'server 192.0.2.200' 'pidfile /run/chrony/pid' >here.conf
chronyd -x -u root -f "$PWD/here.conf"
await bash -c 'chronyc -n tracking | grep -q "Not synchronised"'
run
check 'one whose server does not answer is not known' bash -c '[ "$1" = 1 ] && grep -q "chrony runs, but is not synchronised" <<<"$2"' _ "$status" "$out"
finish
