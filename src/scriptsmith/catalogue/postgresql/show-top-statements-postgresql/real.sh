#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

run
check 'a server that does not count is refused, and told how' test "$status:$(grep -c shared_preload_libraries <<<"$err")" = 3:1
echo "shared_preload_libraries = 'pg_stat_statements'" >>"/etc/postgresql/$version/main/postgresql.conf"
pg_ctlcluster "$version" main restart
await started
export PGDATABASE=shop
run
check 'without the extension it is refused' test "$status:$(grep -c 'CREATE EXTENSION' <<<"$err")" = 3:1
sql -c 'CREATE SCHEMA "My ext"' -c 'CREATE EXTENSION pg_stat_statements SCHEMA "My ext"'
sql -c 'CREATE TABLE t AS SELECT generate_series(1, 1000) AS i' -c 'SELECT "My ext".pg_stat_statements_reset()' >/dev/null
for i in {1..30}; do echo "SELECT count(*) FROM t WHERE i = $i;"; done | psql -qAt -d shop >/dev/null
sql -c 'SELECT pg_sleep(0.4)' >/dev/null
run --limit 1
check 'it succeeds' test "$status" -eq 0
check 'the slowest in all comes first' grep -Eq '^ +0\.[45] +\| +[89][0-9]\.[0-9] +\| +1 \| +4[0-9]{2}\.[0-9]+ \| +1 \| +0 \| root \| shop +\| SELECT pg_sleep\(\$1\)' <<<"$out"
check 'as many as asked' grep -qx '1 statements listed, by total' <<<"$out"
check 'since when they are counted is told' grep -Eqx 'counted since 20[0-9: -]+\+00' <<<"$out"
run --sort calls --limit 1
check 'or the one called most often' grep -Eq '\| +30 \| .*SELECT count\(\*\) FROM t WHERE i = \$1' <<<"$out"
run --sort mean --limit 1
check 'or the slowest in the mean' grep -q 'pg_sleep' <<<"$out"
for older in 1.7 1.8; do
  sql -c 'DROP EXTENSION pg_stat_statements' -c "CREATE EXTENSION pg_stat_statements SCHEMA \"My ext\" VERSION '$older'" >/dev/null
  run --sort mean --limit 1
  check "version $older, which an upgraded server may have kept, is read as well" test "$status:$(grep -c pg_sleep <<<"$out")" = 0:1
done
sql -c 'ALTER EXTENSION pg_stat_statements UPDATE' >/dev/null
echo 'pg_stat_statements.max = 100' >>"/etc/postgresql/$version/main/postgresql.conf"
pg_ctlcluster "$version" main restart
await started
columns=i
for _ in {1..150}; do columns+=', i' && echo "SELECT $columns FROM t LIMIT 1;"; done | psql -qAt -d shop >/dev/null
run
check 'that some were thrown away is told' grep -q ', and [0-9]* times those with the fewest calls were thrown away' <<<"$out"
PGUSER=clerk run
check 'without the right to the schema it fails' test "$status" -eq 1
sql -c 'GRANT USAGE ON SCHEMA "My ext" TO clerk'
PGUSER=clerk run
check 'one who may not see the others is told' test "$status:$(grep -c 'is hidden' <<<"$err")" = 3:1
PGDATABASE=postgres run
check 'another database lacks it' test "$status" -eq 3
finish
