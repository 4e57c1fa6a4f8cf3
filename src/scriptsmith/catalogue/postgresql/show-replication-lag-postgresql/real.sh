#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

run
check 'a primary with a standby succeeds' test "$status" -eq 0
check 'the standby is shown' grep -Eq '^ standby_a +\| local +\| streaming +\| async +\| 0 bytes' <<<"$out"
PGUSER=watcher PGDATABASE=postgres run
check 'a role that may not see it is refused' test "$status" -eq 3
PGPORT=5433 run
check 'a standby that streams succeeds' test "$status" -eq 0
check 'it says what it has still to replay' grep -qx 'received and not yet replayed: 0 bytes' <<<"$out"

check 'and what it cannot know' grep -q '^note: .* what has not been received yet only the primary tells$' <<<"$out"
standby_sql -c 'SELECT pg_wal_replay_pause()'
paused() { [ "$(standby_sql -c 'SELECT pg_get_wal_replay_pause_state()')" = paused ]; }
await paused
sql -c 'CREATE TABLE t AS SELECT generate_series(1, 50000) AS i'
received() { [ "$(sql -c 'SELECT write_lsn = pg_current_wal_lsn() FROM pg_stat_replication')" = t ]; }
await received
PGPORT=5433 run
check 'a standby whose replay is paused fails' test "$status" -eq 1
check 'and says so' grep -q 'replay is paused' <<<"$err"
check 'with what it has not replayed' grep -Eq '^received and not yet replayed: [0-9]+ (kB|MB)$' <<<"$out"
run
check 'the primary tells how far it is behind' grep -Eq '^ standby_a .*\| streaming +\| async +\| [0-9]+ (kB|MB) +\|' <<<"$out"
standby_sql -c 'SELECT pg_wal_replay_resume()'
await caught_up

(PGAPPNAME=archiver exec setpriv --reuid postgres --regid postgres --clear-groups pg_receivewal -D /tmp --no-loop >/dev/null 2>&1 &)
archiver() { [ -n "$(sql -c "SELECT 1 FROM pg_stat_replication WHERE application_name = 'archiver' AND state = 'streaming'")" ]; }
await archiver
run
check 'every connection is counted' grep -q '^primary, 2 connections of replication (a standby that is not connected now' <<<"$out"
sql -c "SELECT pg_terminate_backend(pid) FROM pg_stat_replication WHERE application_name = 'archiver'" >/dev/null
gone() { ! archiver; }
await gone
sql -c "SELECT pg_create_physical_replication_slot('standby_b', true)" >/dev/null
run
check 'a slot that nobody uses is named, for a standby may be missing' grep -qx 'slots that nobody uses: standby_b' <<<"$out"
pg_ctlcluster "$version" main stop -m fast
PGPORT=5433 run
check 'a standby without its primary fails' test "$status" -eq 1
check 'it says that it does not stream' grep -q 'does not stream' <<<"$err"
pg_ctlcluster "$version" standby stop
pg_ctlcluster "$version" main start
await sql -c 'SELECT 1'
run
check 'a primary without a standby fails' test "$status" -eq 1
(PGAPPNAME=archiver exec setpriv --reuid postgres --regid postgres --clear-groups pg_receivewal -D /tmp --no-loop >/dev/null 2>&1 &)
await archiver
run
check 'an archiver replays nothing, and is no standby' test "$status" -eq 1
sql -c "SELECT pg_create_logical_replication_slot('cdc', 'test_decoding')" >/dev/null
(exec setpriv --reuid postgres --regid postgres --clear-groups pg_recvlogical -d shop --slot cdc --start -f /dev/null >/dev/null 2>&1 &)
decoder() { [ "$(sql -c "SELECT count(*) FROM pg_stat_replication WHERE application_name = 'pg_recvlogical' AND state = 'streaming'")" = 1 ]; }
await decoder
run
check 'nor is a subscriber' bash -c '[ "$1" -eq 1 ] && grep -q "no standby is connected" <<<"$2"' _ "$status" "$err"
check 'its slots are named' grep -qx 'slots that nobody uses: standby_a standby_b' <<<"$out"
finish
