# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "an old empty lock file is no obstacle" test "$STATUS1" -eq 0 -a -e one
check "a lock file with the number of a living process is no obstacle" test "$STATUS2" -eq 0 -a -e two
check "a lock file with text is no obstacle" test "$STATUS3" -eq 0 -a -e three
finish
