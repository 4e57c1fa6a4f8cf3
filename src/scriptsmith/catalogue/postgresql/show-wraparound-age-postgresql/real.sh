#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

session writer clerk
session reader clerk
say writer 'CREATE TABLE held (i int); BEGIN; INSERT INTO held VALUES (1);'
await in_state writer 'idle in transaction'
run
check 'a young server succeeds' test "$status" -eq 0
check 'nothing is pointed out' grep -qx '0 databases have used more than 50 percent' <<<"$out"
check 'a session that only wrote and is idle in its transaction is named' \
  grep -qx "may hold freezing back: transaction of pid $(pid_of writer), user clerk, database shop, idle in transaction (1 transactions old)" <<<"$out"
psql -q -d postgres -c 'CREATE DATABASE other'
psql -q -d shop -c 'INSERT INTO held VALUES (3)'
session elsewhere root other
say elsewhere 'BEGIN; SELECT txid_current();'
await in_state elsewhere 'idle in transaction'
run
check 'the oldest of each database is named, with its age' test "$(grep -c '^may hold freezing back: transaction of pid .* database \(shop\|other\), idle in transaction ([0-9]* transactions old)$' <<<"$out")" = 2
sql -c 'CREATE TABLE wide AS SELECT i FROM generate_series(1, 200000) AS i' -c 'SELECT txid_current()' >/dev/null
session vacuum
say vacuum 'SET vacuum_cost_delay = 50; SET vacuum_cost_limit = 1; VACUUM wide;'
vacuums() { [ -n "$(sql -c 'SELECT 1 FROM pg_stat_progress_vacuum')" ]; }
await vacuums
run
check 'a vacuum is not what holds it back' test -z "$(grep "pid $(pid_of vacuum)," <<<"$out")"
sql -c "SELECT pg_terminate_backend($(pid_of vacuum))" >/dev/null
say elsewhere 'COMMIT;'
await in_state elsewhere idle
say writer 'COMMIT;'
await in_state writer idle
PGUSER=watcher PGDATABASE=postgres run
check 'a role that may not see the sessions is told so' grep -q '^may hold freezing back: any of 3 sessions that are hidden' <<<"$out"
sql -c "SELECT pg_create_logical_replication_slot('cdc', 'test_decoding')" >/dev/null
sql -c 'BEGIN' -c 'INSERT INTO held VALUES (2)' -c "PREPARE TRANSACTION 'stuck one'"
run
check 'a prepared transaction is named' grep -q "^may hold freezing back: prepared transaction 'stuck one' of 20" <<<"$out"
check 'so is a slot' grep -q '^may hold freezing back: replication slot cdc ([0-9]* transactions old)$' <<<"$out"
sql -c "ROLLBACK PREPARED 'stuck one'" -c "SELECT pg_drop_replication_slot('cdc')" >/dev/null

pg_ctlcluster "$version" main stop
data=/var/lib/postgresql/$version/main
su postgres -c "/usr/lib/postgresql/$version/bin/pg_resetwal -x 30500000 -D $data" >/dev/null
su postgres -c "dd if=/dev/zero of=$data/pg_xact/001D bs=256k count=1 status=none"
pg_ctlcluster "$version" main start
await psql -qAt -d postgres -c 'SELECT 1'
run --percent 1
age=$(sql -c "SELECT age(datfrozenxid), mxid_age(datminmxid) FROM pg_database WHERE datname = 'shop'")
check 'the age of a database is told' grep -Eq "^ +1 +${age%|*} +${age#*|}  shop  <-- vacuum it$" <<<"$out"
check 'one that takes no connections is left to autovacuum' grep -q ' template0  <-- only autovacuum can vacuum it$' <<<"$out"
check 'those over the limit are counted, also by less than a percent' grep -qx '6 databases have used more than 1 percent' <<<"$out"
run --percent 2
check 'those below are not' grep -qx '0 databases have used more than 2 percent' <<<"$out"
finish
