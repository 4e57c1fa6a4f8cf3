#!/usr/bin/env bash
# packages: chrony
# The clock of this machine is that of the host: chronyd does not touch it (-x), so a step can be tried and not taken.
. "$HARNESS"
ran_on chrony "$(chronyd --version | sed 's/.*version \([0-9.]*\).*/\1/')"
use network
mkdir -p /run/chrony /run/there && chmod 750 /run/chrony /run/there
printf '%s\n' 'local stratum 8' manual 'allow all' 'bindcmdaddress /run/there/sock' 'cmdport 0' 'pidfile /run/there/pid' >there.conf
neighbour chronyd -x -u root -f "$PWD/there.conf"
printf '%s\n' 'server 192.0.2.1 iburst' 'pidfile /run/chrony/pid' >here.conf
chronyd -x -u root -f "$PWD/here.conf"
await bash -c 'chronyc -n tracking | grep -q "Leap status.*Normal"'
run
check 'a clock that is right is left alone' bash -c '[ "$1" = 0 ] && grep -q "^nothing to do" <<<"$2"' _ "$status" "$out"
chronyc -h /run/there/sock settime "$(date -d '+240 sec' '+%H:%M:%S')" >/dev/null
check 'chrony itself does not know at first that it is off' grep -q '^System time *: 0\.00' <<<"$(chronyc -n tracking)"
run --dry-run
check 'its servers are asked anew' grep -Eqx 'the clock is off by (239|240)[0-9]{3}\.[0-9]{3} ms \(chrony\)' <<<"$out"
check 'and it would be stepped' grep -qx 'would step the clock through chrony' <<<"$out"
run --max-step 120
check 'a step beyond the limit is refused' bash -c '[ "$1" = 3 ] && grep -q "refused: that is more than 120 s" <<<"$2"' _ "$status" "$err"
run
check 'a step that chrony does not take is a failure' bash -c '[ "$1" = 1 ] && grep -q "chrony did not step the clock" <<<"$2"' _ "$status" "$err"
kill "$(cat /run/there/pid)"
run
check 'when the server does not answer it is refused' bash -c '[ "$1" = 3 ] && grep -q "do not answer" <<<"$2"' _ "$status" "$err"
finish
