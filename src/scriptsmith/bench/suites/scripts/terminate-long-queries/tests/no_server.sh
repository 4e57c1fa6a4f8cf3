# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a server that does not answer ends with 3' [ "$STATUS1" -eq 3 ]
check 'nothing goes to standard output then' [ ! -s "$OUT1" ]
check 'an unknown mode ends with 2' [ "$STATUS2" -eq 2 ]
check 'a limit that is no number ends with 2' [ "$STATUS3" -eq 2 ]
check 'a file that is not there ends with 2' [ "$STATUS4" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS5" -eq 2 ]
finish
