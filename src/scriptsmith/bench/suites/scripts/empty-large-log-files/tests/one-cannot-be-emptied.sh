# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
listed() { sort "$OUT" | cmp -s - <(printf 'a.log\nc.log\n'); }
check "the files before and after it are emptied" test -f logs/a.log -a ! -s logs/a.log -a -f logs/c.log -a ! -s logs/c.log
check "the file that cannot be emptied is named on stderr" grep -q 'b\.log' "$ERR"
check "only what was emptied is printed" listed
check "the exit status tells it" test "$STATUS" -eq 1
finish
