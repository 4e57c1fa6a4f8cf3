# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a message of several lines counts once' grep -qxF '1 app.service' "$OUT"
check 'entries without a unit count under -' grep -qxF '2 -' "$OUT"
check 'a unit with a backslash is told as it is, and messages that are no text count' grep -qxF '2 app@a\x2db.service' "$OUT"
check 'the order is by count, then by name' [ "$(cat "$OUT")" = $'3 zz.service\n2 -\n2 app@a\\x2db.service\n1 app.service' ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
