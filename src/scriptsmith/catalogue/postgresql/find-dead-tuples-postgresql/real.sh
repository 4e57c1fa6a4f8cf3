#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

sql -c 'CREATE TABLE orders (i int) WITH (autovacuum_enabled = off)' -c 'CREATE TABLE small (i int) WITH (autovacuum_enabled = off)'
session writer clerk
say writer 'CREATE TABLE held (i int); BEGIN; INSERT INTO held VALUES (1);'
await in_state writer 'idle in transaction'
sql -c 'INSERT INTO orders SELECT generate_series(1, 400)' -c 'DELETE FROM orders WHERE i <= 300' -c 'INSERT INTO small VALUES (1)' -c 'DELETE FROM small'
seen() { [ "$(sql -c "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'orders'")" = 300 ]; }
await seen

run --database shop --min-rows 300
check 'a table with that many dead rows is listed, with its share' grep -Eq '^ +300 \| +100 \| +75 \| .* \| never +\| public\.orders \(its autovacuum is off\)$' <<<"$out"
check 'one with fewer is not' test -z "$(grep public.small <<<"$out")"
check 'since when is told' grep -q '^the server has counted since ' <<<"$out"
check 'it is no standby' test -z "$(grep standby <<<"$out")"
check 'they are counted' grep -q '^1 tables of database shop listed that have 300 dead rows or more' <<<"$out"
check 'a session that only wrote and is idle in its transaction is named' \
  grep -q "^oldest transaction: pid $(pid_of writer) (idle in transaction, user clerk)" <<<"$out"
PGPORT=5433 run --database shop
check 'that a standby counts none is told' bash -c '[ "$1" = 0 ] && grep -qx "note: this server is a standby, which counts no dead rows: ask its primary" <<<"$2"' _ "$status" "$out"
session locker
say locker 'BEGIN; LOCK TABLE orders IN ACCESS EXCLUSIVE MODE;'
await in_state locker 'idle in transaction'
run --database shop --min-rows 300
check 'it does not wait for a table that is locked' grep -Eq '^ +300 \| +100 \| +75 \| .* \(locked\) \| never +\| public\.orders \(its autovacuum is off\)$' <<<"$out"
say locker '\q'
gone() { ! is_there locker; }
await gone
run --database shop --min-rows 301
check 'the threshold is kept' grep -q '^no table of database shop has 301 dead rows or more$' <<<"$out"
check 'that autovacuum is on is not worth a word' test -z "$(grep '^note: autovacuum' <<<"$out")"
sql -c 'ALTER SYSTEM SET autovacuum = off' -c 'SELECT pg_reload_conf()' >/dev/null
off() { [ "$(sql -c 'SHOW autovacuum')" = off ]; }
await off
run --database shop
check 'that it is off is' grep -qx 'note: autovacuum is turned off on this server' <<<"$out"
sql -c 'ALTER SYSTEM RESET autovacuum' -c 'SELECT pg_reload_conf()' >/dev/null
PGUSER=watcher run --database shop
check 'it says when it may not see the sessions' grep -q '^note: 1 sessions are hidden' <<<"$out"
say writer 'COMMIT;'
await in_state writer idle
run --database shop
check 'a session that ended its transaction is not named' test -z "$(grep '^oldest transaction' <<<"$out")"

sql -c "SELECT pg_create_logical_replication_slot('cdc', 'test_decoding')" >/dev/null
sql -c 'BEGIN' -c 'INSERT INTO small VALUES (2)' -c "PREPARE TRANSACTION 'stuck one'"
run --database shop
check 'a prepared transaction is named' grep -q "^prepared transaction: 'stuck one' of " <<<"$out"
check 'a slot that nobody reads is named, and what it keeps' grep -q '^replication slot, for system catalogs alone: cdc (inactive)$' <<<"$out"
check 'it succeeds' test "$status" -eq 0
run --database postgres
check 'it holds nothing back in another database' bash -c '[ "$1" = 0 ] && ! grep -q "^prepared transaction" <<<"$2"' _ "$status" "$out"
sql -c "ROLLBACK PREPARED 'stuck one'"
session elsewhere root postgres
say elsewhere 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;'
await in_state elsewhere 'idle in transaction'
sql -c 'CREATE TABLE big AS SELECT generate_series(1, 300000) AS i'
session vacuum
say vacuum 'SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 1; VACUUM big;'
vacuums() { [ -n "$(sql -c 'SELECT 1 FROM pg_stat_progress_vacuum')" ]; }
await vacuums
run --database shop
check 'neither a transaction of another database nor a vacuum is named' test -z "$(grep '^oldest transaction' <<<"$out")"
say writer 'BEGIN; INSERT INTO held VALUES (2);'
await in_state writer 'idle in transaction'
run --database shop
check 'and a later one of this database is' grep -q "^oldest transaction: pid $(pid_of writer) " <<<"$out"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
finish
