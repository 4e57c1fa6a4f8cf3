# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
modes() { [[ $(stat -c %a dst/a) == 640 && $(stat -c %a dst/sub) == 750 ]]; }
check "the exit status is 0" test "$STATUS" -eq 0
check "all files are there, with their content" diff -r --no-dereference src dst
check "an extra file is gone" test -d dst -a ! -e dst/extra
check "an extra directory is gone" test ! -e dst/old
check "hidden files are there" test -f dst/.hidden
check "a link is a link" test "$(readlink dst/link)" = a
check "modes are the same" modes
check "modification times are the same" test "$(stat -c %Y dst/a)" -eq "$(stat -c %Y src/a)" -a "$(stat -c %Y dst/sub/b)" -eq "$(stat -c %Y src/sub/b)"
finish
