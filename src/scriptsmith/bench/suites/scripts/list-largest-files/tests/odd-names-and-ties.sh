# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '209715200\tsparse\n1000\t leading\n100\t-dash\n100\t.hidden\n100\tZ\n100\ta\n100\ta  b/two  spaces\n'; }
all() { expected; printf '99\tsmall\n'; }
check "sizes are those of the content, not of the blocks" test "$(head -n 1 "$OUT1" | cut -f 1)" = 209715200
check "spaces, ties and hidden files are listed as asked" cmp -s "$OUT1" <(expected)
check "fewer files than asked for are all listed, links are not" cmp -s "$OUT2" <(all)
check "both runs succeed" test "$STATUS1" -eq 0 -a "$STATUS2" -eq 0
finish
