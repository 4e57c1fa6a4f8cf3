#!/usr/bin/env bash
. "$HARNESS"
use postgresql-clock

sql <<'EOF'
CREATE TABLE early (i int) WITH (autovacuum_enabled = off);
CREATE TABLE late (i int) WITH (autovacuum_enabled = off);
CREATE TABLE never_small (i int) WITH (autovacuum_enabled = off);
CREATE TABLE never_large (i int) WITH (autovacuum_enabled = off);
INSERT INTO never_large SELECT generate_series(1, 500);
INSERT INTO never_small VALUES (1);
CREATE TABLE parent (i int) PARTITION BY RANGE (i);
CREATE TABLE child PARTITION OF parent FOR VALUES FROM (1) TO (10) WITH (autovacuum_enabled = off);
EOF
sql -c 'VACUUM ANALYZE early'
first=$(sql -c "SELECT to_char(last_vacuum, 'YYYY-MM-DD HH24:MI') FROM pg_stat_user_tables WHERE relname = 'early'")
later 5d
sql -c 'VACUUM late' -c 'VACUUM child'
second=$(sql -c "SELECT to_char(last_vacuum, 'YYYY-MM-DD HH24:MI') FROM pg_stat_user_tables WHERE relname = 'late'")
run --database shop
row() { sed -n "$1p" <<<"$out" | tr -s ' ' | sed 's/^ //'; }
check 'a table that never was vacuumed comes first, the largest of them' test "$(row 3)" = 'never | never | never | never | 500 | 0 | 500 | public.never_large'
check 'a small one next' grep -q '^never .*public.never_small$' <<<"$(row 4)"
check 'then the one whose vacuum is longest ago' test "$(row 5)" = "$first | never | $first | never | 0 | 0 | 0 | public.early"
check 'vacuum and analyze are told apart, by hand and by autovacuum' grep -q "^$second | never | never | never | .* | public.late$" <<<"$(row 6)
$(row 7)"
check 'a partition counts, its parent does not' grep -q '^5 of 5 tables listed; ' <<<"$out"
check 'so is what never means' grep -q '; never: not since the statistics began, which a crash, a failover or an upgrade empties$' <<<"$out"
check 'that none runs is told' grep -qx 'no vacuum or analyze is running' <<<"$out"
check 'so is what has autovacuum turned off for itself' test "$(tail -n 1 <<<"$out")" = 'note: 5 tables have autovacuum turned off for themselves'
sql -c 'ALTER SYSTEM SET autovacuum = off' -c 'SELECT pg_reload_conf()' >/dev/null
off() { [ "$(sql -c 'SHOW autovacuum')" = off ]; }
await off
run --database shop
check 'and that it is off' grep -qx 'note: autovacuum is turned off on this server' <<<"$out"
sql -c 'ALTER SYSTEM RESET autovacuum' -c 'SELECT pg_reload_conf()' >/dev/null
check 'it succeeds' test "$status" -eq 0
sql -c 'CREATE TABLE big AS SELECT generate_series(1, 300000) AS i'
session vacuum
say vacuum 'SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 1; VACUUM big;'
vacuums() { [ -n "$(sql -c 'SELECT 1 FROM pg_stat_progress_vacuum')" ]; }
await vacuums
run --database shop --limit 2
check 'a vacuum that runs is shown' grep -Eq "^ *$(pid_of vacuum) \| shop +\| big +\| scanning heap" <<<"$out"
check 'a list that is cut says so' grep -q '^2 of 6 tables listed; ' <<<"$out"
run --database root
check 'a database without tables is fine' grep -q '^database root has no tables of its own' <<<"$out"
run --database absent
check 'a database that is not there is refused' test "$status" -eq 3
session analyze
say analyze 'SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 1; ANALYZE never_large, big;'
analyzes() { [ -n "$(sql -c "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%ANALYZE never_large%' AND pid <> pg_backend_pid()")" ]; }
await analyzes
run --database shop
check 'an analyze that runs is shown' grep -Eq "^ *$(pid_of analyze) \| shop .*ANALYZE never_large" <<<"$out"
pg_ctlcluster "$version" main stop -m immediate
touch "/var/lib/postgresql/$version/main/standby.signal" && chown postgres: "/var/lib/postgresql/$version/main/standby.signal"
pg_ctlcluster "$version" main start
await bash -c '[ "$(psql --no-psqlrc -qAt -d shop -c "SELECT pg_is_in_recovery()")" = t ]'
run --database shop
check 'a standby is refused' test "$status:$(grep -c 'is a standby' <<<"$err")" = 3:1
finish
