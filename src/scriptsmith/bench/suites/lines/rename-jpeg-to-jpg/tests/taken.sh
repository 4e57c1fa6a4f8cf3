# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"

check "a file that is there is not overwritten" test "$(cat photos/b.jpg)" = "other b"
check "the one that cannot be renamed stays" test "$(cat photos/b.jpeg)" = b
check "the others are renamed" test -f photos/a.jpeg.jpg

finish
