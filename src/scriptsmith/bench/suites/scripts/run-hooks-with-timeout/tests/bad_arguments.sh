# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'no arguments end with 2' [ "$STATUS1" -eq 2 ]
check 'a directory that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a limit that is no number ends with 2' [ "$STATUS3" -eq 2 ]
check 'a negative limit ends with 2' [ "$STATUS4" -eq 2 ]
check 'no hook ran' [ ! -e never ]
finish
