# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the exit status is 2' [ "$STATUS" -eq 2 ]
check 'there is a message on standard error' [ -s "$ERR" ]
check 'nothing is printed to standard output' [ ! -s "$OUT" ]
finish
