#!/usr/bin/env bash
# packages: postgresql coreutils mount
. "$HARNESS"
use postgresql-replica

sql -c "CREATE TABLE orders AS SELECT i, (SELECT string_agg(md5(i || '/' || j), '') FROM generate_series(1, 8) AS j) AS note FROM generate_series(1, 50000) AS i" \
  -c 'CREATE TABLE "A b" (x text)' -c "INSERT INTO \"A b\" VALUES ('ä')"
mkdir -p 'out put'
run --database shop --destination 'out put' --dry-run
check 'a dry run succeeds' test "$status" -eq 0
check 'a dry run writes nothing' test -z "$(ls -A 'out put')"
run --database shop --destination 'out put'
check 'it succeeds' test "$status" -eq 0
file=$(find 'out put' -type f)
check 'one file is there, with its final name' test "$(grep -Ec '^out put/shop-[0-9]{8}-[0-9]{6}\.dump$' <<<"$file")" = 1
check 'it is named' grep -qF "$file" <<<"$out"
check 'both tables are counted' grep -q 'database shop, 2 tables with data' <<<"$out"
check 'it belongs to the caller alone' test "$(stat -c %a "$file")" = 600
psql -qAt -d postgres -c 'CREATE DATABASE again'
pg_restore --exit-on-error -d again "$file"
sums() { psql -qAt -d "$1" -c 'SELECT count(*), md5(string_agg(note, i::text ORDER BY i)) FROM orders' -c 'SELECT x FROM "A b"'; }
check 'what is restored from it is the same' test "$(sums again)" = "$(sums shop)"

sql -c 'CREATE UNLOGGED TABLE carts AS SELECT 1 AS i'
await caught_up
mkdir logged fleeting
run --database shop --destination logged
check 'on a primary all rows are in it' test "$(pg_restore -f - logged/*.dump | grep -c '^COPY public.carts'):$(grep -c unlogged <<<"$out")" = 1:0
PGPORT=5433 run --database shop --destination fleeting
check 'that a standby has none of unlogged tables is told' test "$status:$(pg_restore -f - fleeting/*.dump | grep -c '^COPY public.carts'):$(grep -c '^note: a standby has no rows of unlogged tables: those of 1 tables' <<<"$out")" = 0:0:1
sql -c 'DROP TABLE carts'
printf '1\n' >/tmp/rows.csv
sql -c 'CREATE EXTENSION file_fdw' -c 'CREATE SERVER files FOREIGN DATA WRAPPER file_fdw' -c "CREATE FOREIGN TABLE away (i int) SERVER files OPTIONS (filename '/tmp/rows.csv')"
mkdir away
run --database shop --destination away
check 'that rows of foreign tables are not in it is told' test "$status:$(sql -c 'SELECT count(*) FROM away'):$(pg_restore -f - away/*.dump | grep -c '^COPY public.away'):$(grep -c '^note: what the 1 foreign tables show' <<<"$out")" = 0:1:0:1
sql -c 'DROP EXTENSION file_fdw CASCADE' 2>/dev/null
mkdir small tight
mount -t tmpfs -o size=1m small small
run --database shop --destination small
check 'too little space is refused' test "$status" -eq 3
mount -t tmpfs -o size=6m tight tight
run --database shop --destination tight
check 'a file system that fills up is a failure' test "$status" -eq 1
check 'and leaves nothing' test -z "$(ls -A tight)"
check 'it was ended before it was full' test "$(grep -c 'File too large' <<<"$err"):$(grep -c 'No space left' <<<"$err")" = 1:0
mkdir denied
PGUSER=clerk run --database shop --destination denied
check 'a role that may not read all tables fails' test "$status" -eq 1
check 'and leaves nothing either' test -z "$(ls -A denied)"
run --database absent --destination denied
check 'a database that is not there is refused' test "$status" -eq 3
run --database shop --destination nowhere
check 'a directory that is not there is refused' test "$status" -eq 3
finish
