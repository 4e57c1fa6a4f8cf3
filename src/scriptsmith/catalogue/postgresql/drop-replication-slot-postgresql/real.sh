#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica
slots() { sql -c "SELECT string_agg(slot_name, ' ' ORDER BY slot_name) FROM pg_replication_slots"; }

sql -c "SELECT pg_create_physical_replication_slot('old_standby', true)" -c "SELECT pg_create_logical_replication_slot('cdc', 'test_decoding')" >/dev/null
sql -c 'CREATE TABLE t AS SELECT generate_series(1, 50000) AS i'
await caught_up
retained=$(sql -c "SELECT pg_size_pretty(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots WHERE slot_name = 'old_standby'")
run --slot standby_a
check 'a slot that a standby uses is refused' test "$status" -eq 3
check 'and stays' test "$(slots)" = 'cdc old_standby standby_a'
run --slot old_standby --dry-run
check 'a dry run says what it would drop' test "$out" = "would drop: slot old_standby (physical, retains $retained)"
check 'a dry run drops nothing' test "$(slots)" = 'cdc old_standby standby_a'
PGUSER=watcher run --slot old_standby
check 'a role without the right fails' test "$status" -eq 1
check 'and drops nothing' test "$(slots)" = 'cdc old_standby standby_a'
run --slot old_standby
check 'a slot that nobody uses is dropped' test "$(slots)" = 'cdc standby_a'
check 'and told with what it kept' test "$status:${out%%$'\n'*}" = "0:dropped: slot old_standby (physical, retains $retained)"
check 'and when the space is free' grep -q '^note: that log goes at the next checkpoint, unless' <<<"$out"
run --slot old_standby
check 'a second run has nothing to do' test "$status:$out" = '0:nothing to drop: the server that was asked (PGHOST not set, PGPORT not set) has no slot old_standby; its slots: cdc standby_a'
PGPORT=5433 run --slot cdc
check 'of another server on the host it is told that it was asked, and what it has' test "$status:$out" = '0:nothing to drop: the server that was asked (PGHOST not set, PGPORT 5433) has no slot cdc; its slots: none'
PGUSER=clerk PGDATABASE=shop run --slot cdc --dry-run
check 'a logical slot is told as such' grep -q '^would drop: slot cdc (logical, retains ' <<<"$out"
run --slot cdc
check 'a logical slot is dropped' test "$(slots)" = standby_a
check 'the standby still streams' caught_up
standby_sql -c "SELECT pg_create_physical_replication_slot('cascade', true)" >/dev/null
PGPORT=5433 run --slot cascade --dry-run
check 'on a standby too what a slot retains is told' grep -Eq '^would drop: slot cascade \(physical, retains [0-9]+ (bytes|kB|MB)\)$' <<<"$out"
PGPORT=5433 run --slot cascade
check 'a slot of a standby is dropped' test "$(standby_sql -c 'SELECT count(*) FROM pg_replication_slots')" = 0
finish
