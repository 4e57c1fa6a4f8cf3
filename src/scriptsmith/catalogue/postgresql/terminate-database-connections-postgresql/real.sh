#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

session one clerk
session two clerk
session elsewhere clerk root
say two 'BEGIN; SELECT 1;'
await in_state two 'idle in transaction'
one=$(pid_of one) elsewhere=$(pid_of elsewhere)
run --database shop --dry-run
check 'a dry run says what it would end' grep -qx 'would terminate: 2 connections to shop, 1 of them busy or in a transaction' <<<"$out"
check 'and who they are' grep -Eq '^ +1 \| clerk \| two +\| local' <<<"$out"
check 'a dry run ends nothing' test "$(pid_of one)" = "$one"
PGUSER=watcher run --database shop
check 'a role that may not see them is refused' test "$status" -eq 3
check 'and does not say that there are none' grep -q 'may not see 2 of the sessions of shop: be a member of pg_monitor' <<<"$err"
check 'none is ended' test "$(pid_of one)" = "$one"
psql -q -d postgres -c 'GRANT pg_monitor TO watcher'
session boss root
boss=$(pid_of boss)
PGUSER=watcher run --database shop
check 'a role that may not end the session of a superuser is refused' bash -c '[ "$1" = 3 ] && grep -q "may not end 1 of the sessions of shop" <<<"$2"' _ "$status" "$err"
check 'and has ended none' test "$(pid_of one):$(pid_of boss)" = "$one:$boss"
psql -q -d postgres -c "SELECT pg_terminate_backend($boss)" >/dev/null
await test -z "$(pid_of boss)"
PGUSER=watcher run --database shop --dry-run
check 'without such a session it is not' test "$status" -eq 0
PGDATABASE=shop run --database shop
check 'it succeeds' test "$status" -eq 0
check 'it says how many' grep -qx 'terminated: 2 connections to shop; clients may come back until they are stopped or CONNECT is revoked' <<<"$out"
check 'they are gone' test -z "$(pid_of one)$(pid_of two)"
check 'a session of another database stays' test "$(pid_of elsewhere)" = "$elsewhere"
run --database shop
check 'a second run has nothing to do' test "$status:$out" = '0:nothing to terminate: nobody is connected to shop'
session spread clerk
{ echo 'host all clerk 127.0.0.1/32 trust'; cat /run/pg_hba.conf; } >"$hba"
psql -q -d postgres -c 'SELECT pg_reload_conf()' >/dev/null
(exec sleep 600) | PGAPPNAME=spread psql --no-psqlrc -U clerk -h 127.0.0.1 shop >/dev/null &
await bash -c '[ "$(psql -qAt -d postgres -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = '"'spread'"'")" = 2 ]'
run --database shop
check 'an application on several hosts is one group' grep -Eq '^ +2 \| clerk \| spread +\| 2 addresses *$' <<<"$out"
(while :; do psql -qAt -U clerk -d shop -c 'SELECT pg_sleep(60)'; done >/dev/null 2>&1 &)
back() { [ -n "$(psql -qAt -d postgres -c "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND usename = 'clerk'")" ]; }
await back
run --database shop
check 'clients that come back are a failure' test "$status" -eq 1
check 'and told' grep -q '1 connections to shop are left, or came back' <<<"$err"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
psql -q -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'clerk'" -c 'ALTER ROLE clerk NOLOGIN' -c 'ALTER SYSTEM SET wal_level = logical' -c 'ALTER SYSTEM SET max_prepared_transactions = 2' >/dev/null
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
sending() { [[ -n $(psql -qAt -d postgres -c "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'walsender'") ]]; }
pg_recvlogical -d shop --slot cdc --create-slot --plugin test_decoding
pg_recvlogical -d shop --slot cdc --start --file /dev/null &
await sending
psql -q -d shop -c "BEGIN; CREATE TABLE half (i int); PREPARE TRANSACTION 'it''s half'"
run --database shop
check 'so is a transaction that is prepared' grep -qF "renamed: prepared transaction 'it''s half', walsender" <<<"$err"
check 'and keeps the database' bash -c '! psql -q -d postgres -c "ALTER DATABASE shop RENAME TO other"'
psql -q -d shop -c "ROLLBACK PREPARED 'it''s half'"
run --database shop
check 'a reader of logical changes, which stays, is told' grep -q 'keep shop from being dropped or renamed: walsender$' <<<"$err"
finish
