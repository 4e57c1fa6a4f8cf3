# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "without a lower usable release it fails" test "$STATUS1" -eq 1
check "current stays then" test "$(readlink a/current)" = releases/2.0
check "a current that is a directory is refused" test "$STATUS2" -eq 1
check "that directory stays empty" test -d d/current -a -z "$(find d/current -mindepth 1 -print -quit)"
check "a missing current is refused and not made" test "$STATUS3" -eq 1 -a ! -L n/current
check "a current that points elsewhere is refused" test "$STATUS4" -eq 1 -a "$(readlink o/current)" = other
check "a missing directory is refused" test "$STATUS5" -eq 2
check "no argument is refused" test "$STATUS6" -eq 2
finish
