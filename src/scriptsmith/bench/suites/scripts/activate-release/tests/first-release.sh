# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "current is a link to the release" test "$(readlink app/current)" = releases/1.0
check "there is no previous release" test ! -e app/previous -a ! -L app/previous
finish
