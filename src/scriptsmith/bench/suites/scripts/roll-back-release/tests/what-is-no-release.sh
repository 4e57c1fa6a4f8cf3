# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "files, broken releases and other names are passed over" test "$(readlink 'my app/current')" = releases/2.0.3
check "old and new version are told" test "$(tail -n 1 "$OUT")" = '2.0.12 -> 2.0.3'
check "nothing else is left in the directory" test "$(find 'my app' -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
finish
