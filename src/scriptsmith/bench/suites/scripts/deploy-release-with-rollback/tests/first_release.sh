# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the link is gone' [ "$(ls -A app)" = releases ]
check 'the unit is stopped' grep -qx ActiveState=inactive /bench/state/units/app.service
check 'it says failed' [ "$(cat "$OUT") $STATUS" = 'failed 1' ]
check 'the release is still there' [ -d app/releases/a ]
finish
