# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all runs succeed" test "$STATUS1$STATUS2$STATUS3" = 000
check "a changed line keeps its line end" cmp -s win.ini <(printf '[one]\r\na = 9\r\nb = 2\r\n\r\n[two]\r\nc = 3\r\n')
check "an added line has the line end of the file" cmp -s win2.ini <(printf '[one]\r\na = 1\r\nb = 2\r\nnew = 9\r\n\r\n[two]\r\nc = 3\r\n')
check "a setting that is right already is not written" test "$(stat -c %Y win3.ini)" -eq "$(date -d 2020-01-01 +%s)"
finish
