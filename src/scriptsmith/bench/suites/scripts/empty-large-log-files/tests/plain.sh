# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf 'app.log\nweb/access.log\n'); }
check "the exit status is 0" test "$STATUS" -eq 0
check "a large log is empty" test ! -s logs/app.log
check "a large log in a lower directory is empty" test ! -s logs/web/access.log
check "the files are the same files" cmp -s /tmp/inodes <(stat -c %i logs/app.log logs/web/access.log)
check "the mode stays" test "$(stat -c %a logs/app.log)" = 640
check "a small log keeps its content" grep -qx small logs/small.log
check "a file that is no log keeps its content" test -s logs/data.bin
check "the emptied files are printed" listed
finish
