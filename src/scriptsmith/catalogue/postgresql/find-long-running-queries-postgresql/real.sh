#!/usr/bin/env bash
. "$HARNESS"
use postgresql-clock

session report clerk
session lazy clerk
session blocked clerk
say report 'CREATE TABLE t (i int); BEGIN; LOCK TABLE t; SELECT pg_sleep(300), 1 AS   "two  blanks";'
await in_state report active
say lazy 'BEGIN; SELECT 1;'
await in_state lazy 'idle in transaction'
say blocked 'INSERT INTO t VALUES (1);'
await in_state blocked active
run
check 'what has just begun is not listed' test "$status:$out" = '0:no query has been running for 1 min or longer'
later 10m
session young clerk
say young 'SELECT pg_sleep(302);'
await in_state young active
run --minutes 10
check 'it succeeds' test "$status" -eq 0
check 'a statement that has run for long is listed' \
  grep -Eq "^ *$(pid_of report) \| 00:10:[0-9]+ \| clerk +\| shop +\| Timeout/PgSleep +\| +0 \| SELECT pg_sleep\(300\)" <<<"$out"
check 'one that waits for it says by how many it is blocked' grep -Eq "^ *$(pid_of blocked) .*\| Lock/relation +\| +1 \| INSERT INTO t" <<<"$out"
check 'the oldest comes first' test "$(grep -n 'pg_sleep(300)' <<<"$out" | cut -d: -f1)" -lt "$(grep -n 'INSERT INTO t' <<<"$out" | cut -d: -f1)"
check 'those that are idle, or young, are not' grep -qx '2 queries listed that have been running for 10 min or longer' <<<"$out"
check 'the one that is idle in its transaction is counted' grep -q '^note: 1 sessions are idle in a transaction of that age' <<<"$out"
run --minutes 11
check 'the limit is kept' grep -q '^no query has been running for 11 min' <<<"$out"
run --minutes 0 --limit 1
check 'the list is cut where asked' grep -q '^1 queries listed' <<<"$out"
check 'and that is said' grep -q 'there may be more' <<<"$out"
PGUSER=watcher run --minutes 1
check 'a role that may not see the others is refused' test "$status" -eq 3
check 'and does not say that there are none' test -z "$(grep '^no query' <<<"$out")"
check 'it says how many are hidden' grep -q 'what 4 sessions do is hidden' <<<"$err"
finish
