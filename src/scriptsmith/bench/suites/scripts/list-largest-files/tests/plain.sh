# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '12000\tsub/b.bin\n3000\tsub/deep/c.bin\n500\ta.bin\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "three lines are printed" test "$(wc -l <"$OUT")" -eq 3
check "the largest file comes first" test "$(head -n 1 "$OUT" | cut -f 2)" = sub/b.bin
check "sizes, tabs and relative paths are as asked" cmp -s "$OUT" <(expected)
finish
