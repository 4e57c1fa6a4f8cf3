# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a link with an absolute target is refused" test "$STATUS1" -eq 1
check "a link that climbs out is refused" test "$STATUS2" -eq 1
check "a pipe is refused" test "$STATUS3" -eq 1
check "a member behind a link is refused" test "$STATUS4" -eq 1
check "nothing is written through the link" grep -qx precious outside/f
check "the target is as it was" test "$(find srv/site -mindepth 1 -printf %f) $(cat srv/site/a)" = 'a old'
check "nothing is left behind" test "$(find srv -mindepth 1 -maxdepth 1 | wc -l)" -eq 1
finish
