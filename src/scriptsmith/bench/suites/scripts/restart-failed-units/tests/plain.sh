# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
is() { grep -qx "ActiveState=$2" "/bench/state/units/$1"; }
check 'the first failed service is active again' is web.service active
check 'the second failed service is active again' is report.service active
check 'both are told as restarted, and nothing else is printed' [ "$(sort "$OUT")" = $'restarted report.service\nrestarted web.service' ]
check 'a failed mount is left alone' is mnt-archive.mount failed
check 'a service that was merely off stays off' is old.service inactive
check 'a service that ran was not restarted' [ -z "$(grep -s '^Starts=' /bench/state/units/db.service)" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
