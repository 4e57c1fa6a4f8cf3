# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'when ss fails the exit status is 3' [ "$STATUS1" -eq 3 ]
check 'nothing goes to standard output then' [ ! -s "$OUT1" ]
check 'a missing argument ends with 2' [ "$STATUS2" -eq 2 ]
check 'a file that is not there ends with 2' [ "$STATUS3" -eq 2 ]
finish
