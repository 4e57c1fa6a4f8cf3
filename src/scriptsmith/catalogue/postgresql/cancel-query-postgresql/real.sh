#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

session report clerk
session other clerk
say report 'SELECT pg_sleep(300);'
say other 'SELECT pg_sleep(301);'
await in_state report active
await in_state other active
pid=$(pid_of report)

run --pid "$pid" --dry-run
check 'a dry run says what it would cancel' grep -q "^would cancel: $pid, user clerk, database shop, .*SELECT pg_sleep(300)" <<<"$out"
check 'a dry run cancels nothing' in_state report active
PGUSER=watcher run --pid "$pid"
check 'a session whose state is hidden is refused' test "$status" -eq 3
check 'and what the role lacks is said' grep -q pg_monitor <<<"$err"
check 'its statement goes on' in_state report active
run --pid "$pid"
check 'a running statement is cancelled' test "$status" -eq 0
check 'and told' grep -q "^cancelled: $pid, user clerk, database shop, .*SELECT pg_sleep(300)" <<<"$out"
check 'the client was told' grep -q 'canceling statement due to user request' /run/session-report.out
check 'its session stays' test "$(pid_of report)" = "$pid"
check 'it is idle now' in_state report idle
check 'another session goes on' in_state other active
run --pid "$pid"
check 'an idle session has nothing to cancel' test "$status:$out" = "0:nothing to cancel: session $pid is idle"

say report 'BEGIN; INSERT INTO pg_temp.none VALUES (1);'
await in_state report 'idle in transaction (aborted)'
run --pid "$pid"
check 'nor has one that is in a transaction' grep -q '^nothing to cancel: .* is idle in transaction' <<<"$out"
say report 'ROLLBACK; DO $$ BEGIN LOOP BEGIN PERFORM pg_sleep(1); EXCEPTION WHEN query_canceled THEN NULL; END; END LOOP; END $$;'
await in_state report active
run --pid "$pid" --timeout 2
check 'a statement that goes on is a failure' test "$status" -eq 1
checkpointer=$(psql -qAt -d postgres -c "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")
run --pid "$checkpointer"
check 'a process of the server is refused' test "$status" -eq 3
PGUSER=watcher run --pid "$checkpointer"
check 'also for a role that cannot see what it is' test "$status" -eq 3
run --pid 999999
check 'a process that is not there is refused' test "$status" -eq 3
PGPORT=5999 run --pid "$pid"
check 'a server that is not there is refused' test "$status" -eq 3
finish
