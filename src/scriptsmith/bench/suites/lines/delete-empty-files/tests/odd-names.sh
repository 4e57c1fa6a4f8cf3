# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "empty files with odd names are gone" test -z "$(find spool -type f -empty)"
check "a file with content stays, whatever the names beside it" test -s spool/a
check "the second run ends well" test "$STATUS" = 0

finish
