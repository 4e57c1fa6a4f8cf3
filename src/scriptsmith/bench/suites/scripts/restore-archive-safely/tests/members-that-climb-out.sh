# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a member that begins with .. is refused" test "$STATUS1" -eq 1
check "an absolute member is refused" test "$STATUS2" -eq 1
check "a member with .. in the middle is refused" test "$STATUS3" -eq 1
check "nothing is written outside" test ! -e evil -a ! -e srv/evil
check "the target is as it was" test "$(find srv/site -mindepth 1 -printf %f) $(cat srv/site/a)" = 'a old'
check "the one before is as it was" test "$(cat srv/site.previous/a)" = older
check "nothing is left behind" test "$(find srv -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
finish
