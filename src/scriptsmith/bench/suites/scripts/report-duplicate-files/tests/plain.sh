# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf 'a\nb\n\none\nx/two\nx/y/three\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "a pair is found" grep -qx a "$OUT"
check "a copy in a lower directory is found" grep -qx 'x/y/three' "$OUT"
check "a file of the same size with other content is no duplicate" test -s "$OUT" -a -z "$(grep -x '[cd]' "$OUT")"
check "the groups are printed as asked" cmp -s "$OUT" <(expected)
finish
