# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the exit status is 2 when systemd does not answer' [ "$STATUS" -eq 2 ]
check 'no service is told as restarted' [ -z "$(grep '^restarted' "$OUT")" ]
check 'the trouble is told on standard error' [ -s "$ERR" ]
finish
