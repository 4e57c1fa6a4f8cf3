# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'no argument ends with 2' [ "$STATUS1" -eq 2 ]
check 'what is no number ends with 2' [ "$STATUS2" -eq 2 ]
check 'a number above 100 ends with 2' [ "$STATUS3" -eq 2 ]
finish
