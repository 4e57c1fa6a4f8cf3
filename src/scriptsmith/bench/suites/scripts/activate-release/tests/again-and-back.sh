# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "a release with a leading dash is current" test "$(readlink 'my app/current')" = releases/-2
check "previous is the one before, also after the same release was asked for again" test "$(readlink 'my app/previous')" = 'releases/rel 1'
check "no link was made inside a release" test -z "$(find 'my app/releases' -type l -print -quit)"
check "the release is told again" test "$(tail -n 1 "$OUT3")" = "current: -2"
finish
