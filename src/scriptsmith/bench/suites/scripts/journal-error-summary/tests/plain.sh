# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'errors are counted by unit, the most first, equal ones by name' [ "$(cat "$OUT1")" = $'2 web.service\n1 cron.service\n1 db.service' ]
check 'entries of less serious priorities do not count' [ -z "$(grep mail "$OUT1")" ]
check 'no more units than asked for are told' [ "$(cat "$OUT2")" = '2 web.service' ]
check 'the exit status is 0' [ "$STATUS1$STATUS2" = 00 ]
finish
