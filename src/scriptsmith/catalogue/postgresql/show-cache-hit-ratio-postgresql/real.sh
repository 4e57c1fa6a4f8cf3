#!/usr/bin/env bash
. "$HARNESS"
use postgresql

sql -c 'CREATE TABLE t AS SELECT i, md5(i::text) FROM generate_series(1, 50000) AS i'
sql -c 'SELECT count(*) FROM t' >/dev/null
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
for _ in 1 2 3 4; do sql -c 'SELECT count(*) FROM t' >/dev/null; done
psql -qAt -d template1 -c 'SELECT pg_stat_reset()' >/dev/null
enough() { [ "$(sql -c "SELECT blks_hit + blks_read >= 1000 FROM pg_stat_database WHERE datname = 'shop'")" = t ]; }
await enough
run
seen=$(sql -c "SELECT round(100.0 * blks_hit / (blks_hit + blks_read), 2), blks_hit, blks_read FROM pg_stat_database WHERE datname = 'shop'")
IFS='|' read -r percent hits reads <<<"$seen"
row=$(grep '^ shop ' <<<"$out" | tr -d ' ')
check 'it succeeds' test "$status" -eq 0
check 'the reads of the database are told' test "$(cut -d'|' -f4 <<<"$row")" = "$reads"
check 'its hits too, which grow as one looks' test "$(cut -d'|' -f3 <<<"$row")" -le "$hits"
check 'the share of hits is right' awk -v a="$(cut -d'|' -f2 <<<"$row")" -v b="$percent" 'BEGIN { exit !(a - b < 1 && b - a < 1 && a > 40) }'
check 'a database with few requests is left out' test -z "$(grep template1 <<<"$out")"
check 'a server that does not tell since when it counts makes no promise' grep -q '| not told *$' <<<"$out"
check 'the whole server is told' grep -Eq '^whole server: [0-9.]+% of [0-9]+ requests, shared_buffers 128MB$' <<<"$out"
check 'and what it does now' grep -Eq '^within 5 s \(a statement counts when it ends\): ([0-9]+% of [0-9]+ requests, [0-9]+ blocks were read|no requests)' <<<"$out"
(for _ in {1..20}; do sql -c 'DISCARD ALL' -c 'SELECT count(*) FROM t' >/dev/null; sleep 0.4; done &)
run
check 'the requests of these seconds are told' bash -c '[[ $1 =~ "within 5 s (a statement counts when it ends): "([0-9]+)"% of "([0-9]+)" requests" ]] && ((BASH_REMATCH[1] > 50 && BASH_REMATCH[2] > 2000))' _ "$out"
sql -c 'SELECT pg_stat_reset()' >/dev/null
for _ in 1 2 3 4; do sql -c 'SELECT count(*) FROM t' >/dev/null; done
await enough
run
check 'once reset it tells since when' grep -Eq '^ shop +\| .*\| 20[0-9-]+ [0-9:]+$' <<<"$out"
finish
