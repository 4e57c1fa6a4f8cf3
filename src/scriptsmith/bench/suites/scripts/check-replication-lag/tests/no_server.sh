# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a server that does not answer is unknown, with a reason' grep -qE '^UNKNOWN .' "$OUT"
check 'one line is printed' [ "$(wc -l <"$OUT")" -eq 1 ]
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
finish
