# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check 'a name with a dot ends with 2' [ "$STATUS1" -eq 2 ]
check 'a name with a tilde ends with 2' [ "$STATUS2" -eq 2 ]
check 'a name that leads out of the directory ends with 2' [ "$STATUS3" -eq 2 ]
check 'an empty name ends with 2' [ "$STATUS4" -eq 2 ]
check 'nothing was installed anywhere' [ "$(find . -type f)" = ./ops.rules ]
finish
