# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "three files stay, all of them" test "$(find backups -type f | wc -l)" = 3
check "it ends with status 0" test "$STATUS" = 0

finish
