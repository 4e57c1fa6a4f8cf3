# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
has() { grep -qx "$2" "/bench/state/units/$1"; }
check 'the service that was off runs' has chrony.service ActiveState=active
check 'the service that was not enabled is enabled' has node-exporter.service UnitFileState=enabled
check 'a service that ran was not started or restarted' [ -z "$(grep -hs '^Starts=' /bench/state/units/nginx.service /bench/state/units/node-exporter.service)" ]
check 'a service that is not named stays off' has other.service ActiveState=inactive
check 'each service is told as ok, in order and by the name given' [ "$(cat "$OUT")" = $'nginx ok\nchrony.service ok\nnode-exporter ok' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
