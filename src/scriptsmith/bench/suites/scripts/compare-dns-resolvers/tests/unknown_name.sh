# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a name that nobody knows is told as none' [ "$(cat "$OUT1")" = $'192.0.2.1 none\n192.0.2.2 none' ]
check 'resolvers that agree on nothing agree' [ "$STATUS1" -eq 0 ]
check 'one resolver is not enough' [ "$STATUS2" -eq 2 ]
check 'no arguments end with 2' [ "$STATUS3" -eq 2 ]
finish
