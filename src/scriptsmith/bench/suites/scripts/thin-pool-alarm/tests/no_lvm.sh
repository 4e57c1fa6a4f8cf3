# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'the exit status is 3' [ "$STATUS" -eq 3 ]
check 'nothing is printed to standard output' [ ! -s "$OUT" ]
finish
