# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a file that is not there ends with 2' [ "$STATUS1" -eq 2 ]
check 'a file that is not there is told on standard error' [ -s "$ERR1" ]
check 'a missing argument ends with 2' [ "$STATUS2" -eq 2 ]
check 'a missing argument is told on standard error' [ -s "$ERR2" ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" | wc -c)" -eq 0 ]
finish
