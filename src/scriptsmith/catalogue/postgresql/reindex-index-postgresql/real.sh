#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

sql <<'EOF'
CREATE TABLE t (i int PRIMARY KEY, n int);
INSERT INTO t SELECT i, i FROM generate_series(1, 30000) AS i;
CREATE INDEX bloated ON t (n);
DELETE FROM t WHERE i > 1000;
VACUUM t;
CREATE SCHEMA "Sales";
CREATE TABLE "Sales"."T" (a int);
CREATE INDEX "Idx" ON "Sales"."T" (a);
CREATE TABLE part (i int) PARTITION BY RANGE (i);
CREATE INDEX part_idx ON part (i);
EOF
file() { sql -c "SELECT pg_relation_filenode('$1')"; }
size() { sql -c "SELECT pg_relation_size('$1')"; }
before=$(file bloated) was=$(size bloated)
run --database shop --index bloated --dry-run
check 'a dry run says what it would rebuild' grep -Eq '^would rebuild: public\.bloated \(valid, [0-9]+ kB, needs as much again\)$' <<<"$out"
check 'a dry run rebuilds nothing' test "$(file bloated)" = "$before"
session reader
say reader 'BEGIN; SELECT 1;'
run --database shop --index bloated
check 'it succeeds' test "$status" -eq 0
check 'who reads, and is idle, is not waited for' grep -q 'open in shop (0 now, ' <<<"$out"
check 'the index has a new file' test "$(file bloated)" != "$before"
check 'and is smaller' test "$(size bloated)" -lt "$was"
check 'it is told so' grep -Eq '^rebuilt: public\.bloated \(before: valid, [0-9]+ kB; now: valid, [0-9]+ kB\)$' <<<"$out"
run --database shop --index Sales.Idx
check 'upper case and a schema are taken as they are' grep -q '^rebuilt: Sales.Idx' <<<"$out"
run --database shop --index t_pkey
check 'a primary key is rebuilt' test "$status" -eq 0
run --database shop --index part_idx
check 'an index of a partitioned table is refused' test "$status" -eq 3
run --database shop --index absent
check 'an index that is not there is refused' test "$status" -eq 3
run --database absent --index bloated
check 'a database that is not there is refused' test "$status" -eq 3
before=$(file bloated)
PGUSER=clerk run --database shop --index bloated
check 'somebody else than the owner fails' test "$status" -eq 1
check 'and rebuilds nothing' test "$(file bloated)" = "$before"

sql -c 'CREATE TABLE d (n int)' -c 'INSERT INTO d VALUES (1), (1)'
sql -c 'CREATE UNIQUE INDEX CONCURRENTLY broken ON d (n)' >/dev/null 2>&1
run --database shop --index broken
check 'an index that cannot be rebuilt is a failure' test "$status" -eq 1
check 'what it left behind is named' grep -q 'to be dropped: broken_ccnew$' <<<"$err"
sql -c 'CREATE TABLE held (n int)' -c 'CREATE INDEX held_idx ON held (n)' -c 'CREATE INDEX held_two ON held (n)'
(printf 'BEGIN; INSERT INTO held VALUES (1); SELECT pg_sleep(300);\n' | PGAPPNAME=writer psql -qAt -d shop >/dev/null 2>&1 &)
writing() { [ "$(sql -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'writer' AND wait_event = 'PgSleep'")" = 1 ]; }
await writing
(PGAPPNAME=builder psql -qAt -d shop -c 'REINDEX INDEX CONCURRENTLY held_idx' >/dev/null 2>&1 &)
building() { [ "$(sql -c "SELECT count(*) FROM pg_class WHERE relname = 'held_idx_ccnew'")" = 1 ]; }
await building
run --database shop --index held_two --dry-run
check 'of who writes it is told that it will be waited for' grep -q 'open in shop ([1-9][0-9]* now, the oldest since [0-9-]* [0-9:+]*, and 0 prepared)' <<<"$out"
check 'what another session builds now is no leftover' test "$status:$(grep -c 'left behind' <<<"$out")" = 0:0
sql -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name IN ('writer', 'builder')" >/dev/null
sql -c 'DELETE FROM d'
run --database shop --index broken
check 'an invalid index is valid afterwards' grep -q '^rebuilt: public.broken (before: invalid, .*; now: valid, ' <<<"$out"
check 'what an earlier try left is told' grep -qx 'note: an earlier rebuild left behind: broken_ccnew' <<<"$out"
# A limit of the role's: who writes holds the index up for longer.
sql -c "ALTER ROLE root SET lock_timeout = '300ms'"
(printf 'BEGIN; INSERT INTO held VALUES (1); SELECT pg_sleep(2);\n' | PGAPPNAME=writer psql -qAt -d shop >/dev/null 2>&1 &)
await writing
run --database shop --index held_two
check 'a limit that the role has for locks does not end it half way' test "$status:$(grep -c '^rebuilt: public.held_two' <<<"$out")" = 0:1
finish
