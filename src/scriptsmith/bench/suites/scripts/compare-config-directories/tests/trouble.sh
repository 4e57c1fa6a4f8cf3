# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a file that cannot be read is trouble" test "$STATUS1" -eq 2
check "a missing directory is trouble" test "$STATUS2" -eq 2
check "one argument is refused" test "$STATUS3" -eq 2
check "three arguments are refused" test "$STATUS4" -eq 2
check "files are refused" test "$STATUS5" -eq 2
finish
