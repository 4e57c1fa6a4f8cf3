#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

sql -c "CREATE TABLE orders (i int PRIMARY KEY, note text); INSERT INTO orders SELECT i, '\\connect ' || i FROM generate_series(1, 20000) AS i; CREATE TABLE own (i int); ALTER TABLE own OWNER TO clerk"
pg_dump -Fc -f custom.dump shop
pg_dump -Ft -f tar.dump shop
pg_dump -Fd -f 'a directory' shop
pg_dump -f plain.sql shop
gzip -k plain.sql
pg_dump --create -f create.sql shop
rows() { psql -qAt -d "$1" -c 'SELECT count(*) FROM orders'; }
owner() { psql -qAt -d "$1" -c "SELECT tableowner FROM pg_tables WHERE tablename = 'own'"; }
there() { [[ $(sql -c "SELECT count(*) FROM pg_database WHERE datname = '$1'") == 1 ]]; }
run --file custom.dump --database back --dry-run
check 'a dry run makes nothing' test "$status:$(there back && echo yes)" = 0:
number=0
for file in custom.dump tar.dump 'a directory' plain.sql plain.sql.gz; do
  run --file "$file" --database "back$((++number))"
  check "restored: $file" test "$status:$(rows "back$number"):$(owner "back$number")" = 0:20000:clerk
done
sql -c 'ALTER DATABASE shop OWNER TO clerk'
pg_dump -Fc -f owned.dump shop
sql -c 'ALTER DATABASE shop OWNER TO root'
run --file owned.dump --database owned
check 'the owner of the database itself is not, which is told' test "$(sql -c "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = 'owned'"):$(grep -c '^note: the owner, .* are not restored' <<<"$out")" = root:1
check 'the tables are counted' grep -q 'which has 2 tables now$' <<<"$out"
check 'statistics are there' test -n "$(psql -qAt -d back1 -c "SELECT 1 FROM pg_stats WHERE tablename = 'orders' LIMIT 1")"
run --file custom.dump --database shop
check 'a database that holds tables is refused' test "$status:$(rows shop)" = 3:20000
createdb blank
run --file custom.dump --database blank --no-owner yes
check 'an empty one is taken, and all belongs to who restores' test "$status:$(rows blank):$(owner blank)" = 0:20000:root
run --file create.sql --database other
check 'one that names its own database is refused' test "$status:$(there other && echo yes)" = 3:
sql -c 'CREATE ROLE gone' -c 'ALTER TABLE own OWNER TO gone'
pg_dump -Fc -f gone.dump shop
pg_dump -f gone.sql shop
sql -c 'ALTER TABLE own OWNER TO clerk' -c 'DROP ROLE gone'
for file in gone.dump gone.sql; do
  run --file $file --database half
  check "without the role all of it fails: $file" test "$status" -eq 1
  check 'and nothing is half restored' test "$(psql -qAt -d half -c "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")" = 0
done
run --file gone.dump --database half --no-owner yes
check 'which can be repeated' test "$status:$(rows half)" = 0:20000
sql -c 'CREATE ROLE gone' -c 'GRANT SELECT ON orders TO gone'
pg_dump -Fc -f granted.dump shop
sql -c 'REVOKE ALL ON orders FROM gone' -c 'DROP ROLE gone'
run --file granted.dump --database granted
check 'a right of a role that is not here fails' test "$status" -eq 1
run --file granted.dump --database granted --no-owner yes
check 'and is left out without owners' test "$status:$(rows granted):$(owner granted)" = 0:20000:root
createdb timed
psql -q -d postgres -c "ALTER DATABASE timed SET statement_timeout = '100ms'"
check 'a time limit that is too short for statistics' bash -c '! psql -q -d timed -c "ANALYZE; SELECT pg_sleep(0.2)" 2>/dev/null'
run --file custom.dump --database timed
check 'does not count' test "$status:$(psql -qAt -d timed -c "SELECT count(DISTINCT tablename) FROM pg_stats WHERE tablename = 'orders'")" = 0:1
pg_dump -Fd -Z0 -f flat shop
run --file flat --database flat
check 'a directory without compression is restored' test "$status:$(rows flat)" = 0:20000
part=$(ls -S flat/[0-9]*.dat | head -n 1)
sed -i '3000q' "$part"
run --file flat --database torn
check 'and refused when the data of a table are cut off' test "$status:$(there torn && echo yes)" = 3:
sed '/^.restrict/d; /^.unrestrict/d' create.sql >older.sql # as pg_dump wrote it before it restricted what psql does
run --file older.sql --database other
check 'also one of an older pg_dump' test "$status:$(there other && echo yes)" = 3:
for file in plain.sql plain.sql.gz tar.dump; do
  head -c "$(($(stat -c %s $file) * 2 / 3))" $file >"cut-$file"
  run --file "cut-$file" --database torn
  check "one that was cut short is refused: $file" test "$status:$(there torn && echo yes)" = 3:
done
head -c 3000 custom.dump >cut.dump
run --file cut.dump --database cut
check 'half a dump fails' test "$status" -eq 1
PGUSER=clerk run --file custom.dump --database denied
check 'who may make no database fails' test "$status:$(there denied && echo yes)" = 1:
PGHOST=/var/run/postgresql PGPORT=5432 run --file custom.dump --database undone
check 'the undo names the server' grep -qx "undo: PGHOST='/var/run/postgresql' PGPORT='5432' dropdb -- undone" <<<"$out"
bash -c "$(sed -n 's/^undo: //p' <<<"$out")"
check 'and takes the database away' test -z "$(psql -XAt -d postgres -c "SELECT 1 FROM pg_database WHERE datname = 'undone'")"
finish
