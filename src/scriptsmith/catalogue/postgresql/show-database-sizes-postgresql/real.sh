#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

sql -c 'CREATE TABLE t AS SELECT i, md5(i::text) FROM generate_series(1, 100000) AS i'
psql -q -d postgres -c 'CREATE DATABASE "a | b"' -c 'CREATE DATABASE payroll' -c 'REVOKE CONNECT ON DATABASE payroll FROM PUBLIC'
size() { sql -c "SELECT pg_size_pretty(pg_database_size('$1'))"; }
run
lines=$(sed 's/^ *//' <<<"$out")
check 'it succeeds' test "$status" -eq 0
check 'the largest comes first, with its size' test "$(head -n 1 <<<"$lines")" = "$(size shop)  shop"
check 'any name is shown' grep -qxF "$(size 'a | b')  a | b" <<<"$lines"
check 'the total is that of all' grep -qxF "$(sql -c 'SELECT pg_size_pretty(sum(pg_database_size(oid))) FROM pg_database')  total of 7 databases" <<<"$lines"
check 'the write-ahead log is told beside it' grep -q "^$(sql -c 'SELECT pg_size_pretty(sum(size)) FROM pg_ls_waldir()')  write-ahead log" <<<"$lines"
PGUSER=clerk PGDATABASE=postgres run
check 'a database that is closed to the role has no size, and breaks nothing' grep -qx 'not visible  payroll' <<<"$(sed 's/^ *//' <<<"$out")"
check 'and is not counted in the total' grep -q '  total of 6 databases$' <<<"$out"
check 'nor has the write-ahead log' grep -q '^ not visible  write-ahead log' <<<"$out"
check 'the others have' grep -qxF "$(size shop)  shop" <<<"$(sed 's/^ *//' <<<"$out")"
psql -q -d postgres -c 'ALTER ROLE clerk NOINHERIT' -c 'GRANT pg_read_all_stats TO clerk'
PGUSER=clerk PGDATABASE=postgres run
check 'neither does a right that the role would have to take first' test "$status" -eq 0
psql -q -d postgres -c 'ALTER ROLE clerk INHERIT'
PGUSER=clerk PGDATABASE=postgres run
check 'a role that may read statistics sees all' grep -qxF "$(size payroll)  payroll" <<<"$(sed 's/^ *//' <<<"$out")"
finish
