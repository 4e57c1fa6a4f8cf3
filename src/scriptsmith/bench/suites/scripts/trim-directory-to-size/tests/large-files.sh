# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "nothing is deleted below the limit" test "$(find dumps -type f | wc -l)" -eq 7
check "a large size is told in digits" test "$(tail -n 1 "$OUT")" = "size $(cat /tmp/total)"
check "the exit status is 0" test "$STATUS" -eq 0
finish
