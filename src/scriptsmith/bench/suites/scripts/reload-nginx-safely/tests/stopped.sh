# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the service runs' grep -qx ActiveState=active /bench/state/units/nginx.service
check 'it says started, and nothing else' [ "$(cat "$OUT")" = started ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
