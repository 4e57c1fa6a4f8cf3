# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'both calls end with 0' [ "$STATUS1$STATUS2" = 00 ]
check 'both calls say the same' cmp "$OUT1" "$OUT2"
check 'the service was started once only' grep -qx 'Starts=1' /bench/state/units/web.service
finish
