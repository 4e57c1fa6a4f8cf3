# shellcheck shell=bash disable=SC1090,SC2154
. "$HARNESS"
check "jobs are handled in order" cmp -s handled <(printf 'job a\njob b\njob c\n')
check "jobs that went well are done" test -f spool/done/a.job -a -f spool/done/c.job
check "a job that failed is kept as failed" test -f spool/failed/b.job
check "a file that is being uploaded stays" test -f spool/incoming/d.job.part
check "nothing else is left in incoming" test "$(find spool/incoming -mindepth 1 | wc -l)" -eq 1
check "each job is told" cmp -s "$OUT" <(printf 'a.job done\nb.job failed 7\nc.job done\n')
check "the exit status tells that one failed" test "$STATUS" -eq 1
finish
