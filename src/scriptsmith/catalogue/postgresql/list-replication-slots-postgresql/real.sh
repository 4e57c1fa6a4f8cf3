#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

sql -c "SELECT pg_create_physical_replication_slot('old_standby', true)" -c "SELECT pg_create_physical_replication_slot('fresh')" \
  -c 'CREATE TABLE t AS SELECT generate_series(1, 50000) AS i' >/dev/null
sql -c "SELECT pg_create_logical_replication_slot('cdc', 'test_decoding')" >/dev/null
await caught_up
sql -c CHECKPOINT
retained() { sql -c "SELECT pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots WHERE slot_name = '$1'"; }
row() { tr -s ' ' <<<"$out" | grep "^$1 "; }
run
check 'an abandoned slot comes first, with what it retains' test "$(sed -n 2p <<<"$out" | tr -s ' ')" = "old_standby physical - inactive $(retained old_standby)"
check 'a slot that a standby uses is active' grep -q '^standby_a physical - active ' <<<"$(row standby_a)"
check 'a logical slot belongs to a database' test "$(row cdc)" = "cdc logical shop inactive $(retained cdc)"
check 'a slot that never was used retains nothing' test "$(row fresh)" = 'fresh physical - inactive nothing'
check 'those that nobody uses are named' grep -qx '3 inactive: old_standby cdc fresh' <<<"$out"
check 'it succeeds' test "$status" -eq 0
sql -c "ALTER SYSTEM SET max_slot_wal_keep_size = '1MB'" -c 'SELECT pg_reload_conf()' >/dev/null
for _ in 1 2 3 4 5 6; do sql -c 'INSERT INTO t SELECT generate_series(1, 50000)' -c 'SELECT pg_switch_wal()' >/dev/null; done
sql -c CHECKPOINT
gone() { [[ $(sql -c "SELECT wal_status FROM pg_replication_slots WHERE slot_name = 'old_standby'") == lost ]]; }
await gone
run
check 'a slot whose log the server has removed is lost' bash -c 'grep -q "^old_standby physical - lost " <<<"$1" && grep -q " lost: .*old_standby" <<<"$2"' _ "$(row old_standby)" "$out"
sql -c "ALTER SYSTEM RESET max_slot_wal_keep_size" -c 'SELECT pg_reload_conf()' >/dev/null
PGPORT=5433 run
check 'without slots it says so' test "$status:$out" = '0:there are no replication slots'
standby_sql -c "SELECT pg_create_physical_replication_slot('cascade', true)" >/dev/null
PGPORT=5433 run
check 'slots of a standby are listed with what they retain' grep -Eq '^cascade physical - inactive [0-9]+ (bytes|kB|MB)$' <<<"$(row cascade)"
PGPORT=5999 run
check 'a server that is not there is refused' test "$status" -eq 3
finish
