# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "current is a link to the release" test "$(readlink app/current)" = releases/2
check "previous is what current was, though that is gone" test "$(readlink app/previous)" = releases/deleted
check "nothing is added to the directory" test "$(find app -mindepth 1 -maxdepth 1 | wc -l)" -le 10
check "no link was made inside a release" test -z "$(find app/releases -type l -print -quit)"
finish
