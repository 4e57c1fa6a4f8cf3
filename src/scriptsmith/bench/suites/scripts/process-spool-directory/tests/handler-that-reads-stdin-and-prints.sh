# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "all jobs are handled though the handler reads its stdin" test "$(find spool/done -type f | wc -l)" -eq 3
check "there is nothing on the handler's stdin" test -e stdin-was -a ! -s stdin-was
check "what the handler prints is not on stdout" cmp -s "$OUT" <(printf '1 done\n2 done\n3 done\n')
check "it is on stderr" test "$(grep -c noise "$ERR")" -eq 3
check "the exit status is 0" test "$STATUS" -eq 0
finish
