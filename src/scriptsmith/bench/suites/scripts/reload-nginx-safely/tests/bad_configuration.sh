# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
unit=/bench/state/units/nginx.service
check 'the service was not reloaded' [ -z "$(grep -E '^(Reloads|Starts)=' "$unit")" ]
check 'the service still runs' grep -qx ActiveState=active "$unit"
check 'what nginx said reaches standard error' grep -qF 'shop.conf:3' "$ERR"
check 'neither word is printed' [ ! -s "$OUT" ]
check 'the exit status is 1' [ "$STATUS" -eq 1 ]
finish
