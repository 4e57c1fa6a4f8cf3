# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the folder itself stays when all in it is gone" test -d cache
check "nothing is left in it" test -z "$(ls -A cache)"
check "the second run ends well" test "$STATUS" = 0

finish
