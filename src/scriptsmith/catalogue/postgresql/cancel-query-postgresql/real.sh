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
sql -c 'CREATE TABLE t (i int)' -c 'GRANT INSERT ON t TO clerk'
set_to() { psql -qAt -d postgres -c "ALTER SYSTEM $1" -c 'SELECT pg_reload_conf()' >/dev/null; }
set_to "SET synchronous_standby_names = '*'"
session writer clerk
await bash -c '[ "$(psql -qAt -d postgres -c "SHOW synchronous_standby_names")" = "*" ]'
say writer 'INSERT INTO t VALUES (1);'
waits() { [ "$(psql -qAt -d postgres -c "SELECT wait_event FROM pg_stat_activity WHERE pid = $(pid_of writer)")" = SyncRep ]; }
await waits
run --pid "$(pid_of writer)"
check 'a commit that waits for a standby is refused' test "$status:$(grep -c 'is committed here already' <<<"$err")" = 3:1
check 'and goes on waiting' waits
set_to 'RESET synchronous_standby_names'
await in_state writer idle
set_to 'SET track_activities = off'
await bash -c '[ "$(psql -qAt -d postgres -c "SHOW track_activities")" = off ]'
say writer 'SELECT pg_sleep(302);'
waits() { [ "$(psql -qAt -d postgres -c "SELECT wait_event || state FROM pg_stat_activity WHERE pid = $(pid_of writer)")" = PgSleepdisabled ]; }
await waits
run --pid "$(pid_of writer)"
check 'where the server tells no statements it is refused' test "$status:$(grep -c 'track_activities is off' <<<"$err")" = 3:1
check 'and the statement goes on' waits
set_to 'RESET track_activities'
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
