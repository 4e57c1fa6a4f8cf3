# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a change that HAProxy refuses is not told as done' [ ! -s "$OUT" ]
check 'the exit status is 4' [ "$STATUS" -eq 4 ]
finish
