#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

sql <<'EOF'
CREATE SCHEMA "Sales";
CREATE TABLE "Sales"."Orders" (i int) WITH (autovacuum_enabled = off);
CREATE TABLE orders (i int) WITH (autovacuum_enabled = off);
INSERT INTO "Sales"."Orders" SELECT generate_series(1, 1000);
DELETE FROM "Sales"."Orders" WHERE i <= 900;
CREATE TABLE parent (i int) PARTITION BY RANGE (i);
CREATE TABLE low PARTITION OF parent FOR VALUES FROM (0) TO (100) WITH (autovacuum_enabled = off);
CREATE TABLE high PARTITION OF parent FOR VALUES FROM (100) TO (200) WITH (autovacuum_enabled = off);
INSERT INTO parent SELECT generate_series(0, 199);
CREATE VIEW v AS SELECT 1;
EOF
count() { sql -c "SELECT vacuum_count + analyze_count FROM pg_stat_user_tables WHERE relname = '$1'"; }
dead() { [ "$(sql -c "SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'Orders'")" = "$1" ]; }
await dead 900
run --database shop --table Sales.Orders --dry-run
check 'a dry run says what it would vacuum' grep -Eq '^would vacuum: Sales\.Orders \(900 dead rows, [0-9]+ kB\)$' <<<"$out"
check 'a dry run vacuums nothing' test "$(count Orders)" = 0
run --database shop --table Sales.Orders
check 'it succeeds' test "$status" -eq 0
check 'the table is vacuumed and analyzed' test "$(count Orders)" = 2
check 'its dead rows are gone' dead 0
check 'before and after are told' grep -Eq '^vacuumed: Sales\.Orders \(before: 900 dead rows, .*; now: 0 dead rows, ' <<<"$out"
check 'another table of that name is not touched' test "$(count orders)" = 0
check 'nothing is left to note' test -z "$(grep 'are left' <<<"$err")"
session old
say old 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM orders;'
await in_state old 'idle in transaction'
sql -c 'INSERT INTO "Sales"."Orders" SELECT generate_series(1, 1000)' && sql -c 'DELETE FROM "Sales"."Orders"'
await dead 1100
run --database shop --table Sales.Orders
check 'dead rows that an old transaction may need are told' test "$status:$(grep -Ec '^note: 1[01]00 dead rows are left' <<<"$err")" = 0:1
say old 'ROLLBACK;'
size() { sql -c "SELECT pg_relation_size('\"Sales\".\"Orders\"')"; }
before=$(size)
run --database shop --table Sales.Orders
check 'the empty end of the file is not cut off, for which all readers would be locked out' test "$status:$(size)" = "0:$before"
check 'with nothing that could be left' dead 0
run --database shop --table parent
check 'a partitioned table succeeds' test "$status" -eq 0
check 'each partition is vacuumed' test "$(count low)$(count high)" = 22
check 'and they are told' grep -q ', 2 partitions; now: ' <<<"$out"
PGUSER=clerk run --database shop --table orders
check 'somebody else than the owner fails, though the server only warns' test "$status" -eq 1
run --database shop --table v
check 'a view is refused' test "$status" -eq 3
run --database shop --table absent
check 'a table that is not there is refused' test "$status" -eq 3
session holder
say holder 'BEGIN; LOCK TABLE orders;'
await in_state holder 'idle in transaction'
before=$(count orders)
run --database shop --table orders
check 'a table that stays locked is a failure' test "$status" -eq 1
check 'it was not vacuumed' test "$(count orders)" = "$before"
finish
