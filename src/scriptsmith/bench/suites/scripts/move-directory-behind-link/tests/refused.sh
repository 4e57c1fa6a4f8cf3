# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "a destination inside the directory is refused" test "$STATUS1" -eq 1
check "a file is refused" test "$STATUS2" -eq 1
check "a link to elsewhere is refused, and stays" test "$STATUS3" -eq 1 -a "$(readlink var/elsewhere)" = ../other
check "a missing directory is refused" test "$STATUS4" -eq 1
check "a destination whose folder is missing is refused" test "$STATUS5" -eq 1
check "a missing argument is refused" test "$STATUS6" -eq 2
check "the directory itself as destination is refused" test "$STATUS7" -eq 1
check "nothing is changed" test "$(find var mnt | sort | xargs)" = 'mnt var var/data var/data/f var/data/sub var/elsewhere var/file'
finish
