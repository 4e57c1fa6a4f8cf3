# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
is() { grep -qx "ActiveState=$2" "/bench/state/units/$1"; }
check 'services after one that cannot start are restarted too' is web.service active
check 'the last failed service is restarted too' is yard.service active
check 'a service whose restart fails is told as still failed' grep -qxF 'still failed agent.service' "$OUT"
check 'a service that dies at once after its restart is told as still failed' grep -qxF 'still failed broker.service' "$OUT"
check 'those that came back are told as restarted' [ "$(grep '^restarted ' "$OUT" | sort)" = $'restarted web.service\nrestarted yard.service' ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
