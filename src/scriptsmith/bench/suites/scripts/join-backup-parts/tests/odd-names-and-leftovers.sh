# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "exactly the counted parts are joined, byte for byte" cmp -s 'out dir/the dump' /tmp/whole
check "nothing is removed" test "$(find 'in dir' -mindepth 1 | wc -l)" -eq 11
check "the number of parts is told" test "$(tail -n 1 "$OUT")" = 'joined 4 parts'
finish
