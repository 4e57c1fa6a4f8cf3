# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "nothing is printed for a file that ends before line 15" test ! -s "$OUT"
check "the file is as it was" test "$(grep -c line logs/boot.log)" = 14

finish
