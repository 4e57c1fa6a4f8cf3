# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "both runs succeed" test "$STATUS1$STATUS2" = 00
check "the data is the new one" grep -qx new mnt/one/f
check "nothing of the interrupted copy is in it" test -d mnt/one -a ! -e mnt/one/sub
check "the interrupted copy is gone" test -L var/one -a ! -e mnt/one.partial
check "a link that was not made yet is made" test "$(readlink var/two)" = /work/mnt/two
check "the data behind it stays" grep -qx data var/two/f
check "a partial copy of something else stays" test -d three.partial
finish
