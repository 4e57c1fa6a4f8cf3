# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf 'removed db.pid\nremoved web.pid\n'); }
check "the exit status is 0" test "$STATUS" -eq 0
check "the file of a living process stays" test -f run/init.pid
check "the file of a process that is gone is removed" test -d run -a ! -e run/web.pid
check "a file without a newline is understood" test -d run -a ! -e run/db.pid
check "other files stay" test -f run/notes.txt
check "the removed files are told" listed
finish
