# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a lock in a folder that does not exist is refused" test "$STATUS1" -eq 73
check "a lock that is a directory is refused" test "$STATUS2" -eq 73
check "a lock without permission is refused" test "$STATUS3" -eq 73
check "no command and no arguments at all are refused" test "$STATUS4" -eq 2 -a "$STATUS5" -eq 2
check "no command is run" test -z "$(find open -mindepth 1 -name '[abc]' -print -quit)"
finish
