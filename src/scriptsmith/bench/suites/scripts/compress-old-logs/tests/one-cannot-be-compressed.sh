# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
whole() { zcat "logs/$1.log.gz" | cmp -s - <(echo "$1"); }
check "the logs before and after it are compressed" whole a
check "the log after it is compressed" whole c
check "the log in a lower directory is compressed" whole sub/d
check "what cannot be compressed stays" test -f logs/b.log -a -f logs/closed/e.log
check "nothing half-finished is left" test "$(find logs -type f | wc -l)" -eq 5
check "the exit status tells it" test "$STATUS" -eq 1
check "both are named on stderr" test "$(grep -c 'b\.log' "$ERR")" -ge 1 -a "$(grep -c 'e\.log' "$ERR")" -ge 1
finish
