# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "only missing paths are a failure" test "$STATUS1" -eq 1
check "an empty list is a failure" test "$STATUS2" -eq 1
check "a missing list is a failure" test "$STATUS3" -eq 1
check "an archive that is there is a failure, and stays" test "$STATUS4" -eq 1 -a "$(cat out/there.tar.gz)" = precious
check "a broken link that is there is a failure, and stays" test "$STATUS5" -eq 1 -a -L out/link.tar.gz -a ! -e out/nowhere
check "a missing argument is refused" test "$STATUS6" -eq 2
check "nothing is written" test "$(find out -mindepth 1 | wc -l)" -eq 2
finish
