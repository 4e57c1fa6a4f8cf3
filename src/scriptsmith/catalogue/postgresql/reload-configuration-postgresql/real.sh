#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

conf=/etc/postgresql/$version/main
cp -a "$conf" /run/saved
again() { cat "/run/saved/$1" >"$conf/$1"; }
now() { psql -qAt -d postgres -c "SHOW $1"; }
loaded() { psql -qAt -d postgres -c 'SELECT pg_conf_load_time()'; }
session client clerk
client=$(pid_of client)

echo "work_mem = '9MB'" >>"$conf/postgresql.conf"
before=$(loaded)
run --dry-run
check 'a dry run finds the files in order' test "$status:$out" = '0:would reload: the configuration files are in order'
check 'a dry run reloads nothing' test "$(loaded):$(now work_mem)" = "$before:4MB"
run
check 'it succeeds' test "$status" -eq 0
check 'the new value is in force' test "$(now work_mem)" = 9MB
check 'it says when, and from which files' grep -qF "reloaded: $(loaded), $conf/postgresql.conf, $conf/pg_hba.conf; certificates were not checked" <<<"$out"
check 'sessions stay' test "$(pid_of client)" = "$client"
psql -q -d postgres -c "ALTER SYSTEM SET work_mem = '7MB'"
run --dry-run
check 'that ALTER SYSTEM overrides what was edited is told' grep -q "^note: without effect, .*: work_mem of $conf/postgresql.conf line [0-9]*$" <<<"$out"
run
check 'also by the reload, which is done' test "$status:$(grep -c '^note: without effect' <<<"$out"):$(now work_mem)" = 0:1:7MB
psql -q -d postgres -c 'ALTER SYSTEM RESET work_mem'
echo 'max_connections = 55' >>"$conf/postgresql.conf"
run --dry-run
check 'a setting that needs a restart is no fault' test "$status" -eq 0
run
check 'it is named' grep -qx 'note: these wait for a restart: max_connections' <<<"$out"
check 'the reload is done' test "$status" -eq 0
sed -i '/^max_prepared_transactions/d' "$conf/postgresql.conf"
echo "work_mem = '11MB'" >>"$conf/postgresql.conf"
run
check 'a line that is gone, and takes effect at the restart, keeps no others from being read' test "$status:$(now work_mem)" = 0:11MB
check 'its setting is named' grep -qx 'note: these wait for a restart: max_connections max_prepared_transactions' <<<"$out"

refused() { # WHAT PATTERN: neither a dry run nor a real one takes the files
  before=$(loaded)
  run --dry-run
  check "$1 is refused" test "$status" -eq 3
  check "$1 is shown with its line" grep -Eq "$2" <<<"$err"
  run
  check "$1 is not loaded" test "$status:$(loaded)" = "3:$before"
}
echo 'work_mem = banana' >>"$conf/postgresql.conf"
refused 'a value that is not valid' "postgresql.conf line [0-9]+: work_mem: "
again postgresql.conf
echo 'max_wal_senders = many' >>"$conf/postgresql.conf"
refused 'such a value of a setting that needs a restart' "postgresql.conf line [0-9]+: max_wal_senders: "
again postgresql.conf
mkdir -p "$conf/conf.d"
echo 'no_such_setting = 1' >"$conf/conf.d/x.conf"
refused 'an unknown setting in an included file' "conf.d/x.conf line 1: no_such_setting: "
rm "$conf/conf.d/x.conf"
echo 'host all all 10.0.0.0/8 trsut' >>"$conf/pg_hba.conf"
refused 'a faulty line of pg_hba.conf' 'pg_hba.conf line [0-9]+: invalid authentication method'
again pg_hba.conf
echo 'map only' >>"$conf/pg_ident.conf"
refused 'a faulty line of pg_ident.conf' 'pg_ident.conf line [0-9]+: '
again pg_ident.conf
run
check 'with the files restored it reloads' test "$status:$(now work_mem)" = 0:4MB
PGUSER=clerk PGDATABASE=shop run
check 'a role without the right fails' test "$status" -eq 1
finish
