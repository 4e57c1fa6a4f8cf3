# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'nothing is printed' [ ! -s "$OUT" ]
check 'the exit status is 0' [ "$STATUS" -eq 0 ]
finish
