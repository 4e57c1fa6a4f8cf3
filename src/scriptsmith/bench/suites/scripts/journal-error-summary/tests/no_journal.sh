# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a journal that cannot be read ends with 1' [ "$STATUS1" -eq 1 ]
check 'nothing goes to standard output then' [ ! -s "$OUT1" ]
check 'a missing argument ends with 2' [ "$STATUS2" -eq 2 ]
check 'a number that is none ends with 2' [ "$STATUS3" -eq 2 ]
finish
