# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'an empty directory tells nothing and ends with 0' [ "$(wc -c <"$OUT1") $STATUS1" = '0 0' ]
check 'a directory that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a missing number ends with 2' [ "$STATUS3" -eq 2 ]
check 'a number that is none ends with 2' [ "$STATUS4" -eq 2 ]
finish
