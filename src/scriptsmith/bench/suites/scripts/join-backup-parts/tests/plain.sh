# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "the parts are joined in the order of their numbers" cmp -s out/db.dump /tmp/whole
check "the number of parts is told" test "$(tail -n 1 "$OUT")" = 'joined 12 parts'
check "the parts stay" test "$(find in -name 'db.part-*' | wc -l)" -eq 12
check "nothing else is left in the folder" test "$(find out -mindepth 1 | wc -l)" -eq 1
finish
