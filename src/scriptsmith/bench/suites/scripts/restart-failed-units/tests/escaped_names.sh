# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
is() { grep -qx "ActiveState=$2" "/bench/state/units/$1"; }
check 'a service with a backslash in its name is restarted' is 'backup@srv\x2ddata.service' active
check 'the name is printed as systemd gives it' [ "$(cat "$OUT")" = 'restarted backup@srv\x2ddata.service' ]
check 'a running service whose name speaks of failure was not restarted' [ -z "$(grep -s '^Starts=' /bench/state/units/failed-notify.service)" ]
check 'a failed timer is left alone' is check.timer failed
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
