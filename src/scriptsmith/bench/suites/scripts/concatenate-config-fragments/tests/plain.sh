# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
expected() { printf '# from 10-first.conf\na = 1\n# comment\n# from 20-second.conf\nb = 2\n'; }
check "the exit status is 0" test "$STATUS" -eq 0
check "the file is built" test -s daemon.conf
check "the fragments are joined in order, each with its line" cmp -s daemon.conf <(expected)
check "the mode of a new file is 0644" test "$(stat -c %a daemon.conf)" = 644
check "the fragments stay" test -s conf.d/10-first.conf -a -s conf.d/20-second.conf
finish
