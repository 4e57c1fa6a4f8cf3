# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a file as target is a failure, and stays" test "$STATUS1" -eq 1 -a "$(cat srv/file)" = file
check "a link as target is a failure, and stays" test "$STATUS2" -eq 1 -a -L srv/link
check "what the link points to stays" test "$(find srv/real -mindepth 1 -printf %f)" = keep
check "a folder that is not there is a failure" test "$STATUS3" -eq 1
check "missing arguments are refused" test "$STATUS4" -eq 2 -a "$STATUS5" -eq 2
check "nothing is left behind" test "$(find srv -mindepth 1 -maxdepth 1 | wc -l)" -eq 3
finish
