# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the script ends with the command" test "$STATUS1" -eq 0
check "the next run works while the process in the background lives" test "$STATUS2" -eq 0 -a -e ran-after
finish
