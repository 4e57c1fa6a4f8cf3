# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
empty() { [[ -z $(find "$1" -mindepth 1 -print -quit) ]]; }
check "the directory itself stays" test -d spool
check "nothing is left in it, whatever the names are" empty spool
check "directories outside stay" test -d other -a -d y
check "the number of removed directories is told" test "$(tail -n 1 "$OUT1")" = "removed 5"
check "the second run removes nothing and succeeds" test "$STATUS2" -eq 0 -a "$(tail -n 1 "$OUT2")" = "removed 0"
finish
