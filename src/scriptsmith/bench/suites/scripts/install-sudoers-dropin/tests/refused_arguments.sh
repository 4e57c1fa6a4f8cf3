# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a name with a dot ends with 2' [ "$STATUS1" -eq 2 ]
check 'a name with a tilde ends with 2' [ "$STATUS2" -eq 2 ]
check 'a name that leads out of the directory ends with 2' [ "$STATUS3" -eq 2 ]
check 'an empty name ends with 2' [ "$STATUS4" -eq 2 ]
check 'a file that is not there ends with 2' [ "$STATUS5" -eq 2 ]
check 'a directory that is not there ends with 2' [ "$STATUS6" -eq 2 ]
check 'a missing argument ends with 2' [ "$STATUS7" -eq 2 ]
check 'nothing was installed anywhere' [ "$(find . -type f)" = ./ops.rules ]
finish
