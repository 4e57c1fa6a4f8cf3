#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

export PGPORT=5433
primary() { [[ $(standby_sql -c 'SELECT pg_is_in_recovery()') == f ]]; }
PGPORT=5432 sql -c 'CREATE TABLE t AS SELECT generate_series(1, 1000) AS i'
PGPORT=5432 await caught_up
run --dry-run
check 'while its primary is alive it is refused' test "$status:$(grep -c 'which is alive, or died' <<<"$err")" = 3:1
PGPORT=5432 run
check 'the primary has nothing to do' test "$status:$out" = '0:nothing to promote: the server is a primary already'
standby_sql -c "ALTER SYSTEM SET primary_slot_name = 'gone'" -c 'SELECT pg_reload_conf()' >/dev/null
no_receiver() { [[ $(standby_sql -c 'SELECT count(*) FROM pg_stat_wal_receiver') == 0 ]]; }
await no_receiver
run
check 'so it is when only the connection to it is broken' test "$status:$(grep -c 'its primary.* is alive' <<<"$err"):$(primary && echo yes)" = 3:1:
conninfo=$(standby_sql -c 'SHOW primary_conninfo')
standby_sql -c "ALTER SYSTEM SET primary_conninfo = ''" -c 'SELECT pg_reload_conf()' >/dev/null
await bash -c '[ -z "$(psql --no-psqlrc -qAt -p 5433 -d postgres -c "SHOW primary_conninfo")" ]'
run
check 'and when it is fed from elsewhere, for then nobody can tell' test "$status:$(grep -c 'nobody can tell' <<<"$err"):$(primary && echo yes)" = 3:1:
standby_sql -c "ALTER SYSTEM SET primary_conninfo = '${conninfo//\'/\'\'}'" -c 'ALTER SYSTEM RESET primary_slot_name' -c 'SELECT pg_reload_conf()' >/dev/null
await bash -c '[ "$(psql --no-psqlrc -qAt -p 5433 -d postgres -c "SELECT status FROM pg_stat_wal_receiver")" = streaming ]'
(PGAPPNAME='Patroni heartbeat' exec psql --no-psqlrc -p 5433 -d postgres -c 'SELECT pg_sleep(300)' >/dev/null 2>&1 &)
patroni() { [[ $(standby_sql -c "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'Patroni%'") == 1 ]]; }
await patroni
run --primary-is-off yes
check 'one that Patroni manages is left to it' test "$status:$(grep -c patronictl <<<"$err"):$(primary && echo yes)" = 3:1:
standby_sql -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'Patroni%'" >/dev/null
standby_sql -c "ALTER SYSTEM SET recovery_min_apply_delay = '1h'" -c "ALTER SYSTEM SET statement_timeout = '50ms'" -c 'SELECT pg_reload_conf()' >/dev/null
standby_sql -c 'SELECT pg_wal_replay_pause()' >/dev/null
PGPORT=5432 sql -c 'INSERT INTO t SELECT generate_series(1, 500)'
flushed() { [[ $(PGPORT=5432 sql -c "SELECT flush_lsn = pg_current_wal_lsn() FROM pg_stat_replication WHERE application_name = 'standby_a'") == t ]]; }
await flushed
pg_ctlcluster "$version" main stop -m immediate
await no_receiver
run --dry-run
check 'a dry run promotes nothing' test "$status:$(primary && echo yes)" = 0:
check 'that what was held back will be replayed is told' grep -q '^note: replay is paused or delayed' <<<"$err"
PGUSER=watcher run
check 'one without the right is refused' test "$status:$(primary && echo yes)" = 3:
standby_sql -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c 'SELECT pg_reload_conf()' >/dev/null
await bash -c '[ "$(psql --no-psqlrc -qAt -p 5433 -d postgres -c "SHOW synchronous_standby_names")" = "*" ]'
run --dry-run
check 'that commits will wait for a standby is told before' grep -q 'synchronous_standby_names is set here (\*)' <<<"$err"
standby_sql -c 'ALTER SYSTEM RESET synchronous_standby_names' -c 'SELECT pg_reload_conf()' >/dev/null
await bash -c '[ -z "$(psql --no-psqlrc -qAt -p 5433 -d postgres -c "SHOW synchronous_standby_names")" ]'
run
check 'it is promoted' primary
check 'with a timeline of its own' test "$status:$(tail -n 2 <<<"$out" | head -n 1)" = '0:promoted: the server takes writes, on timeline 2, with 0 replication slots'
check 'what was received and not replayed is there' test "$(psql --no-psqlrc -qAt -p 5433 -d shop -c 'SELECT count(*) FROM t')" = 1500
check 'it takes writes' psql --no-psqlrc -q -p 5433 -d shop -c 'INSERT INTO t VALUES (1)'
run
check 'a second run has nothing to do' test "$status:$out" = '0:nothing to promote: the server is a primary already'
standby_sql -c "ALTER SYSTEM SET synchronous_standby_names = '*'" -c 'SELECT pg_reload_conf()' >/dev/null
await bash -c '[ "$(psql --no-psqlrc -qAt -p 5433 -d postgres -c "SHOW synchronous_standby_names")" = "*" ]'
run
check 'nor is one done where commits wait' test "$status:$(grep -c 'it is a primary already, and commits wait: 0 of 1 standbys' <<<"$err")" = 1:1
PGPORT=5432 run
check 'a server that is down is refused' test "$status" -eq 3
finish
