# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the largest is found" cmp -s "$OUT" <(printf '9\tbig\n')
check "the exit status is 0 with many more files than asked for" test "$STATUS" -eq 0
finish
