# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a file that is not there ends with 2' [ "$STATUS1" -eq 2 ]
check 'a directory that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS3" -eq 2 ]
check 'nothing was installed' [ -z "$(ls -A sudoers.d)" ]
finish
