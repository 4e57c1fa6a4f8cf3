#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

conf=/etc/postgresql/$version/main
reload() { psql -qAt -d postgres -c 'SELECT pg_reload_conf()' >/dev/null; }
run
check 'a server in order has nothing to tell' test "$status" -eq 0
check 'it says both' test "$(sed -n '1p;$p' <<<"$out")" = 'no setting waits for a restart
the configuration files have no faulty lines (pg_ident.conf was not looked at)'
printf 'max_connections = 55\nshared_buffers = 140MB\nwork_mem = 9MB\n' >>"$conf/postgresql.conf"
run
check 'what was edited and not reloaded waits as well' grep -qx 'in force until the next restart: max_connections = 100' <<<"$out"
load_time() { psql -qAt -d postgres -c "SELECT date_trunc('second', pg_conf_load_time())"; }
check 'and since when the server has not read the files is told' grep -qF "the server read its files last at $(load_time) from $conf/postgresql.conf, port " <<<"$out"
reload
waits() { [ -n "$(psql -qAt -d postgres -c 'SELECT 1 FROM pg_settings WHERE pending_restart')" ]; }
await waits
run
check 'what waits for a restart is listed with what is in force' \
  test "$(grep '^in force' <<<"$out")" = 'in force until the next restart: max_connections = 100
in force until the next restart: shared_buffers = 16384 8kB'
check 'and counted; what took effect is not' grep -qx '2 settings wait for a restart' <<<"$out"
check 'it is no fault' test "$status" -eq 0
psql -q -d postgres -c "ALTER SYSTEM SET work_mem = '7MB'"
run
line=$(grep -n '^work_mem' "$conf/postgresql.conf" | cut -d: -f1)
check 'a line that ALTER SYSTEM overrides is named' test "$status:$(grep '^without effect' <<<"$out" | grep -c 'work_mem'):$(grep -c "^without effect, .*/postgresql.conf line $line: work_mem$" <<<"$out")" = 0:1:1
psql -q -d postgres -c 'ALTER SYSTEM RESET work_mem'
run
check 'and without it is not' test "$(grep '^without effect' <<<"$out" | grep -c work_mem)" -eq 0
psql -q -d postgres -c "ALTER ROLE clerk SET work_mem = '5MB'" -c "ALTER DATABASE shop SET work_mem = '6MB'" -c "ALTER ROLE clerk SET app.secret = 'opensesame'"
run
check 'what ALTER ROLE and ALTER DATABASE set is told, without its value' test "$status:$(grep '^wins' <<<"$out")" = '0:wins over the files: ALTER ROLE or ALTER DATABASE, for app.secret (1 of them)
wins over the files: ALTER ROLE or ALTER DATABASE, for work_mem (2 of them)'
psql -q -d postgres -c "ALTER SYSTEM SET max_worker_processes = 11"
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
psql -q -d postgres -c 'ALTER SYSTEM RESET max_worker_processes'
run
check 'a setting whose line is gone waits' grep -qx 'in force until the next restart: max_worker_processes = 11' <<<"$out"
check 'and is no faulty line' test "$status:$(grep -c 'no faulty lines' <<<"$out")" = 0:1
pg_ctlcluster "$version" main restart -o '-c max_connections=77'
await psql -qAt -d postgres -c 'SELECT 1'
run
check 'what the command line sets is told, for a restart does not change it' \
  grep -qx 'in force until the next restart: max_connections = 77 (of the command line, which wins over the files at a restart too)' <<<"$out"
check 'also as what wins over the files' grep -qx 'wins over the files: the command line, for max_connections' <<<"$out"
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
printf 'max_connections = 56\nshared_buffers = 150MB\n' >>"$conf/postgresql.conf"
cp "$conf/postgresql.conf" /run/saved
echo 'work_mem = banana' >>"$conf/postgresql.conf"
run
check 'a value that is not valid is a fault' test "$status" -eq 1
check 'and no other line is called without effect' test "$(grep -c '^without effect' <<<"$out")" -eq 0
check 'its line is shown' grep -Eq 'postgresql.conf line [0-9]+: work_mem: ' <<<"$out"
{ cat /run/saved; echo 'max_wal_senders = many'; } >"$conf/postgresql.conf"
run
check 'also of a setting that needs a restart' grep -Eq 'postgresql.conf line [0-9]+: max_wal_senders: ' <<<"$out"
{ cat /run/saved; echo 'no_such_setting = 1'; } >"$conf/postgresql.conf"
run
check 'an unknown setting is a fault' grep -q ': no_such_setting: unrecognized configuration parameter' <<<"$out"
cat /run/saved >"$conf/postgresql.conf"
echo 'host all all 10.0.0.0/8 trsut' >>"$conf/pg_hba.conf"
run
check 'a faulty line of pg_hba.conf is one' grep -Eq '^pg_hba.conf line [0-9]+: invalid authentication method' <<<"$out"
reload
await waits
psql -q -d postgres -c 'GRANT pg_read_all_settings TO clerk'
PGUSER=clerk PGDATABASE=shop run
check 'a role that may not read the files is told so' grep -q '^note: this role may not read the configuration files' <<<"$out"
check 'and sees what waits' grep -qx '2 settings wait for a restart' <<<"$out"
finish
