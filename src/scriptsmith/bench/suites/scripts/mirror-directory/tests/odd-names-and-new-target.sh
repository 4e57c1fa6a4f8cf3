# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "both runs succeed" test "$STATUS1$STATUS2" = 00
check "odd names are mirrored" diff -r --no-dereference 'my src' 'my dst'
check "an empty directory is there" test -d 'my dst/empty'
check "links are copied, also one that points nowhere" test "$(readlink 'my dst/dangling')" = 'no where' -a "$(readlink 'my dst/up')" = ..
check "the second run changes nothing" test "$(find 'my dst' -mindepth 1 -printf x | wc -c)" -eq "$(find 'my src' -mindepth 1 -printf x | wc -c)"
check "the source is not put into the target" test ! -e 'my dst/my src'
finish
