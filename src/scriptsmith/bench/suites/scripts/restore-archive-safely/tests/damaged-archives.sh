# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "an archive that is cut off is a failure" test "$STATUS1" -eq 1
check "a file that is no archive is a failure" test "$STATUS2" -eq 1
check "an empty file is a failure" test "$STATUS3" -eq 1
check "a missing archive is a failure" test "$STATUS4" -eq 1
check "an archive without members is a failure" test "$STATUS5" -eq 1
check "the target is as it was" test "$(find srv/site -mindepth 1 -printf %f) $(cat srv/site/a)" = 'a old'
check "the one before is as it was" test "$(cat srv/site.previous/a)" = older
check "nothing is left behind" test "$(find srv -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
finish
