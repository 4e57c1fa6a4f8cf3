# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "the jobs before and after it are done" test -f spool/done/a -a -f spool/done/c
check "the job that cannot be moved is not lost" test -f spool/incoming/b
check "the exit status tells it" test "$STATUS" -eq 1
check "the reason is told on stderr" test -s "$ERR"
finish
