#!/usr/bin/env bash
. "$HARNESS"
use postgresql

sql <<'EOF'
CREATE TABLE large AS SELECT i, md5(i::text) AS t FROM generate_series(1, 60000) AS i;
CREATE INDEX ON large (t);
CREATE SCHEMA "My sales";
CREATE TABLE "My sales"."Long values" (v text);
ALTER TABLE "My sales"."Long values" ALTER v SET STORAGE EXTERNAL;
INSERT INTO "My sales"."Long values" SELECT repeat(i::text, 20000) FROM generate_series(10, 50) AS i;
CREATE TABLE part (i int) PARTITION BY RANGE (i);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (1) TO (50000);
CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (50000) TO (90000) PARTITION BY RANGE (i);
CREATE TABLE part_2_a PARTITION OF part_2 FOR VALUES FROM (50000) TO (70000);
INSERT INTO part SELECT generate_series(1, 59999);
CREATE TABLE many (i int) PARTITION BY HASH (i);
SELECT format('CREATE TABLE many_%s PARTITION OF many FOR VALUES WITH (MODULUS 40, REMAINDER %s)', i, i) FROM generate_series(0, 39) AS i \gexec
INSERT INTO many SELECT generate_series(1, 300000);
ANALYZE;
EOF
size() { sql -c "SELECT pg_size_pretty($1)"; }
run --database shop --limit 4
row() { sed -n "$1p" <<<"$out" | tr -s ' ' | sed 's/^ //'; }
check 'a table whose partitions are small, and together the largest, comes first' \
  grep -Eq "^$(size "(SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = 'many'::regclass)") .* \| 300000 \| public\.many \(40 partitions\)$" <<<"$(row 3)"
check 'then the largest of its own, index and rows apart' \
  test "$(row 4)" = "$(size "pg_total_relation_size('large')") | $(size "pg_relation_size('large')") | $(size "pg_indexes_size('large')") | $(size "pg_total_relation_size('large') - pg_relation_size('large') - pg_indexes_size('large')") | 60000 | public.large"
check 'partitions of partitions count with the whole table' grep -q '| 59999 | public.part (2 partitions)$' <<<"$(row 5)
$(row 6)"
check 'long values count as TOAST' grep -Eq '^[0-9]+ kB \| 8192 bytes \| 0 bytes \| [0-9]+ kB \| 41 \| My sales\.Long values$' <<<"$(row 5)
$(row 6)"
check 'as many as asked are listed' test "$(tail -n 1 <<<"$out"):$(wc -l <<<"$out")" = '4 tables of database shop listed:7'
run --database shop --limit 1
check 'one is enough when one is asked for' test "$(wc -l <<<"$out")" = 4
sql -c 'VACUUM ANALYZE "My sales"."Long values"; VACUUM ANALYZE large; VACUUM ANALYZE part_1'
for statement in 'LOCK TABLE large IN ACCESS EXCLUSIVE MODE' 'REINDEX TABLE large'; do
  (printf 'BEGIN; %s; SELECT pg_sleep(300);\n' "$statement" | PGAPPNAME=locker psql -qAt -d shop >/dev/null 2>&1 &)
  asleep() { [ "$(psql -qAt -d postgres -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'locker' AND wait_event = 'PgSleep'")" = 1 ]; }
  await asleep
  run --database shop --limit 4
  check "it does not wait for a table that is locked: $statement" test "$status:$(grep -c '^ *[0-9]* [kM]B .*| public.large (locked: sizes of the last statistics)$' <<<"$out")" = 0:1
  check 'the others are measured' grep -q '| My sales.Long values$' <<<"$out"
  psql -qAt -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'locker'" >/dev/null
  gone() { [ "$(psql -qAt -d postgres -c "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'locker'")" = 0 ]; }
  await gone
done
(printf 'CREATE TEMP TABLE passing AS SELECT i, md5(i::text) FROM generate_series(1, 300000) AS i; SELECT pg_sleep(300);\n' | PGAPPNAME=locker psql -qAt -d shop >/dev/null 2>&1 &)
await asleep
run --database shop --limit 1
check 'a temporary table of a session counts too' grep -Eq '\| pg_temp_[0-9]+\.passing$' <<<"$out"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
finish
