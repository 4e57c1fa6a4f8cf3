# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a missing argument ends with 2' [ "$STATUS1" -eq 2 ]
check 'a list that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a list that is not there is told on standard error' [ -s "$ERR2" ]
finish
