# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "exactly the twelve folders are there" diff <(printf '%02d\n' 1 2 3 4 5 6 7 8 9 10 11 12) <(ls -A archive)
check "all of them are folders" test "$(find archive -mindepth 1 -type d | wc -l)" = 12

finish
