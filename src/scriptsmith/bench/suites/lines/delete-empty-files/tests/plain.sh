# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "no empty file is left" test -z "$(find spool -type f -empty)"
check "files with content stay" test "$(cat spool/q/msg1)" = hello -a -s spool/q/blank
check "an empty folder stays" test -d spool/empty
check "a symbolic link stays" test -L spool/q/link

finish
