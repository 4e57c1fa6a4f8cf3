# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a missing argument ends with 2' [ "$STATUS1" -eq 2 ]
check 'a home directory that is not there ends with 2' [ "$STATUS2" -eq 2 ]
check 'a file that is not there ends with 2' [ "$STATUS3" -eq 2 ]
check 'nothing is created' [ -z "$(find home -mindepth 1; ls -d nowhere 2>/dev/null)" ]
finish
