# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
whole() { zcat "logs/$1.log.gz" | cmp -s - <(echo "$1"); }
check "the compressed file that was there stays" grep -qx precious logs/b.log.gz
check "its log stays" grep -qx b logs/b.log
check "a link with the name stays, and its log" test -L logs/c.log.gz -a -f logs/c.log -a ! -e logs/nowhere
check "the log before it is compressed" whole a
check "the log after it is compressed" whole d
check "the exit status tells it" test "$STATUS" -eq 1
check "the logs are named on stderr" test "$(grep -c '[bc]\.log' "$ERR")" -ge 2
finish
