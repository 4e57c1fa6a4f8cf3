# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
whole() { zcat "$1" | cmp -s - <(seq "$2"); }
listed() { sort "$OUT" | cmp -s - <(printf 'compressed old.log\ncompressed web/older.log\n'); }
check "the exit status is 0" test "$STATUS" -eq 0
check "an old log is compressed and whole" whole logs/old.log.gz 500
check "the uncompressed log is gone" test ! -e logs/old.log
check "a log in a lower directory is compressed" whole logs/web/older.log.gz 600
check "new logs and other files stay" test -f logs/new.log -a -f logs/old.txt
check "the modification time stays" test "$(stat -c %y logs/web/older.log.gz | cut -c 1-19)" = '2026-01-02 03:04:05'
check "the mode stays" test "$(stat -c %a logs/old.log.gz)" = 640
check "the compressed logs are told" listed
finish
