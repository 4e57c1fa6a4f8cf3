#!/usr/bin/env bash
. "$HARNESS"
use postgresql-clock

session forgotten clerk
session failed clerk
session idle clerk
session busy clerk
session elsewhere clerk root
say forgotten 'BEGIN; SELECT 1;'
say failed 'BEGIN; SELECT 1/0;'
say elsewhere 'BEGIN; SELECT 1;'
await in_state forgotten 'idle in transaction'
await in_state failed 'idle in transaction (aborted)'
await in_state elsewhere 'idle in transaction'
run --minutes 30
check 'sessions that have just begun are left alone' test "$status:$out" = '0:nothing to terminate: no session has been idle in transaction for more than 30 min (databases: all)'
run --minutes 30 --database chop
check 'a database that is not there is refused' test "$status:$out" = 3:
later 31m
say busy 'BEGIN; SELECT pg_sleep(300);'
await in_state busy active
session young clerk
say young 'BEGIN; SELECT 1;'
await in_state young 'idle in transaction'
run --minutes 30 --dry-run
check 'a dry run lists those that are idle in transaction' grep -qx '3 sessions would be terminated' <<<"$out"
check 'with what they did last' grep -q "^would terminate: $(pid_of forgotten), user clerk, database shop, application forgotten at this host, idle for 00:31:.* after: SELECT 1;" <<<"$out"
check 'a dry run ends none' is_there forgotten
PGUSER=watcher PGDATABASE=postgres run --minutes 30
check 'a role that may not see them is refused' test "$status" -eq 3
check 'and does not say that there are none' grep -q 'the state of 6 sessions is hidden' <<<"$err"
check 'it ends none' is_there forgotten
elsewhere=$(pid_of elsewhere)
run --minutes 30 --database shop
check 'it succeeds' test "$status" -eq 0
check 'it says how many' grep -qx '2 sessions terminated, 0 failed' <<<"$out"
check 'a forgotten transaction is gone' test -z "$(pid_of forgotten)"
check 'so is an aborted one' test -z "$(pid_of failed)"
check 'another database is left alone' test "$(pid_of elsewhere)" = "$elsewhere"
check 'an idle session without a transaction stays' is_there idle
check 'one that works stays' in_state busy active
check 'one that is younger stays' in_state young 'idle in transaction'
run --minutes 30
check 'without a database all are taken' test "$status:$(pid_of elsewhere)" = 0:
run --minutes 30
check 'a second run has nothing to do' grep -q '^nothing to terminate' <<<"$out"
sql -c "CREATE TABLE big AS SELECT g AS n, md5(g::text) AS text FROM generate_series(1, 300000) g"
pg_dump -Fd -Z 9 -j 2 -f /run/dump shop &
dump=$!
await pgrep -P "$dump"
pkill -STOP -P "$dump"
leading() { psql -qAt -d postgres -c "SELECT state FROM pg_stat_activity WHERE application_name = 'pg_dump'" | grep -qx 'idle in transaction'; }
await leading
later 65m
run --minutes 30
check 'a dump of several jobs is left alone, and named' bash -c 'grep -q "^left alone: .* application pg_dump " <<<"$1"' _ "$out"
pkill -CONT -P "$dump"
ended=0; wait "$dump" || ended=$?
check 'and ends well' test "$ended" -eq 0 -a -s /run/dump/toc.dat
psql -q -d postgres -c 'GRANT pg_monitor TO watcher'
session admin
say admin 'BEGIN; SELECT 1;'
await in_state admin 'idle in transaction'
later 3h
PGUSER=watcher PGDATABASE=postgres run --minutes 60
check 'one that may not be ended is a failure' test "$status" -eq 1
check 'and named' grep -q "still idle in transaction: $(pid_of admin)|" <<<"$err"
finish
