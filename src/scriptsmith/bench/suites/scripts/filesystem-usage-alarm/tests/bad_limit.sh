# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'no argument ends with 2' [ "$STATUS1" -eq 2 ]
check 'a word ends with 2' [ "$STATUS2" -eq 2 ]
check 'numbers out of bounds end with 2' [ "$STATUS3 $STATUS4" = '2 2' ]
check 'nothing goes to standard output' [ "$(cat "$OUT1" "$OUT2" "$OUT3" "$OUT4" | wc -c)" -eq 0 ]
finish
