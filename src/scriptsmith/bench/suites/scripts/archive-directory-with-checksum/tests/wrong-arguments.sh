# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a missing directory is refused" test "$STATUS1" -eq 2
check "a missing archive name is refused" test "$STATUS2" -eq 2
check "no arguments are refused" test "$STATUS3" -eq 2
check "nothing is written" test -z "$(find backups -mindepth 1 -print -quit)"
finish
