# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "current is a link to the release" test "$(readlink app/current)" = releases/1.1
check "what current shows is the release" grep -qx two app/current/version
check "previous is a link to the release before" test "$(readlink app/previous)" = releases/1.0
check "no link was made inside a release" test -z "$(find app/releases -type l -print -quit)"
check "the release is told" test "$(tail -n 1 "$OUT")" = "current: 1.1"
check "nothing else is left in the directory" test "$(find app -mindepth 1 -maxdepth 1 | wc -l)" -eq 3
finish
