# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'empty snapshots tell nothing and end with 0' [ "$(wc -c <"$OUT1") $STATUS1" = '0 0' ]
check 'a snapshot that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a limit that is no number ends with 2' [ "$STATUS3" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS4" -eq 2 ]
finish
