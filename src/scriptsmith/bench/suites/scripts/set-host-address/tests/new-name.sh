# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "a line of its own is added" cmp -s hosts <(printf '127.0.0.1 localhost\n10.0.0.7\tcache.example\n')
check "the mode stays" test "$(stat -c %a hosts)" = 664
finish
