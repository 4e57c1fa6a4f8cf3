# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the exit status is 2' [ "$STATUS" -eq 2 ]
check 'nothing is printed to standard output' [ ! -s "$OUT" ]
finish
