# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing changes, and it ends well, when no file has the text" test "$STATUS" = 0 -a "$(cat etc/other.conf)" = dbxold.example

finish
