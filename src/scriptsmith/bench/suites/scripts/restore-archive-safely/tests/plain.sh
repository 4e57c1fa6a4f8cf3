# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the exit status is 0" test "$STATUS" -eq 0
check "the directory has what the archive contains" cmp -s srv/site/a <(echo new)
check "lower directories and hidden files are there" test -f srv/site/sub/b -a -f srv/site/.env
check "what the archive does not contain is gone" test -d srv/site -a ! -e srv/site/extra
check "the directory that was there is kept" test "$(cat srv/site.previous/a srv/site.previous/extra | xargs)" = 'old old'
check "modes and times are those of the archive" test "$(stat -c %a srv/site/.env) $(stat -c %y srv/site/a | cut -c 1-19)" = '600 2026-01-02 03:04:05'
check "the number of files is told" test "$(tail -n 1 "$OUT")" = 'restored 3 files'
check "nothing is left behind" test "$(find srv -mindepth 1 -maxdepth 1 | wc -l)" -eq 2
finish
