# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "the folder stays as it is when it has no such file" test "$(find backups -type f)" = backups/notes.txt
check "it ends with status 0" test "$STATUS" = 0

finish
