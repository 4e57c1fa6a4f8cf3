# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
same() { cmp -s "src/$1" "dst/$1" && [[ $(stat -c '%s %a %y' "src/$1") == "$(stat -c '%s %a %y' "dst/$1")" ]]; }
check "both runs succeed" test "$STATUS1$STATUS2" = 00
check "an equal file is not written again" test "$(stat -c %i dst/same)" = "$(cat /tmp/inode)"
check "a changed file has the new content, mode and time" same content
check "a changed mode is mirrored" same mode
check "a changed time is mirrored" same time
check "a changed file is replaced, not written into" test "$(stat -c %i dst/content)" != "$(cat /tmp/inode-before)"
finish
