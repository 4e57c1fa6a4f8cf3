# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "current points to the version before, by numbers" test "$(readlink app/current)" = releases/1.9
check "old and new version are told" test "$(tail -n 1 "$OUT")" = '1.10 -> 1.9'
check "the releases stay as they are" test "$(find app/releases -mindepth 1 -type d | wc -l)" -eq 4
check "nothing was put into them" test -z "$(find app/releases -mindepth 2 -print -quit)"
finish
