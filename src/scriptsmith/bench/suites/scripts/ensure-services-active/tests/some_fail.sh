# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
has() { grep -qx "$2" "/bench/state/units/$1"; }
check 'a service after those that fail is started' has cron.service ActiveState=active
check 'a service after those that fail is enabled' has cron.service UnitFileState=enabled
check 'a service that cannot start is told as failed' grep -qx 'agent failed' "$OUT"
check 'a service that does not exist is told as failed' grep -qx 'missing failed' "$OUT"
check 'a service that dies at once after its start is told as failed' grep -qx 'broker failed' "$OUT"
check 'the good one is told as ok, and standard output has the four lines only' [ "$(tail -n 1 "$OUT") $(wc -l <"$OUT")" = 'cron ok 4' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
