# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "an empty directory has no duplicates" test "$STATUS1" -eq 0 -a ! -s "$OUT1"
check "one file is no duplicate" test "$STATUS2" -eq 0 -a ! -s "$OUT2"
check "a missing directory is refused" test "$STATUS3" -eq 2
check "a missing argument is refused" test "$STATUS4" -eq 2
finish
