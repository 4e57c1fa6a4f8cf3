# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "with 0 only the live release stays" test "$(find one/releases -mindepth 1 -printf %f)" = 2
check "with 0 it succeeds" test "$STATUS1" -eq 0
check "with a number larger than that of the releases all stay" test "$(find two/releases -mindepth 1 | wc -l)" -eq 3
check "that is a success" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
finish
