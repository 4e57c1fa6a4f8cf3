#!/usr/bin/env bash
. "$HARNESS"
use postgresql-sessions

auto=/var/lib/postgresql/$version/main/postgresql.auto.conf
now() { psql -qAt -U clerk -d shop -c "SHOW $1"; }
run --parameter work_mem --value 64MB --dry-run
check 'a dry run says what it would set' test "$(tail -n 1 <<<"$out")" = "would set: work_mem to '64MB' (now '4MB')"
check 'a dry run sets nothing' test -z "$(grep work_mem "$auto")"
run --parameter work_mem --value 64MB
check 'it succeeds' test "$status" -eq 0
check 'it is in force for everybody' test "$(now work_mem)" = 64MB
check 'it is kept for a restart' grep -qx "work_mem = '64MB'" "$auto"
check 'before and after are told' grep -qx "set: work_mem is '64MB' (before: '4MB'); a role or database with a value of its own keeps it" <<<"$out"
check 'and how it is undone' grep -q "^undo: .*-c 'ALTER SYSTEM RESET work_mem' -c 'SELECT pg_reload_conf()'$" <<<"$out"
run --parameter work_mem --value 96MB
check 'a value that there was is what undoes the next' grep -qF "ALTER SYSTEM SET work_mem = '\''64MB'\''" <<<"$out"
eval "$(sed -n 's/^undo: //p' <<<"$out")" >/dev/null
back() { [[ $(now work_mem) == 64MB ]]; }
check 'and sets it when it is run' await back
run --parameter work_mem --value 96MB
sleep 1.1
psql -qAt -d postgres -c 'SELECT pg_reload_conf()' >/dev/null
sleep 0.3
run --parameter work_mem --value 96MB
check 'a second run has nothing to do' test "$status:$out" = "0:set already: work_mem to '96MB' (it is '96MB')"

psql -q -d postgres -c "ALTER SYSTEM SET work_mem = '7MB'"
check 'what is written is not yet in force' test "$(now work_mem)" = 96MB
run --parameter work_mem --value 7MB
check 'a value that is written and was not loaded is loaded' test "$status:$(now work_mem)" = 0:7MB
psql -q -d postgres -c "ALTER ROLE root SET work_mem = '5MB'"
run --parameter work_mem --value 8MB
check 'a value of the own role does not deceive it' test "$status:$(now work_mem)" = 0:8MB
check 'and is told' grep -qx "set: work_mem to '8MB' (it is '5MB', for this session by its user)" <<<"$out"

run --parameter shared_buffers --value 130MB
check 'a parameter that needs a restart is written' grep -qx "shared_buffers = '130MB'" "$auto"
check 'and that is said' grep -qx "written: shared_buffers to '130MB' (now: '128MB', takes effect at the next restart, and whether the server starts with it is not checked)" <<<"$out"
run --parameter log_line_prefix --value "%m it's %u "
check 'quotes reach the server as they are' test "$(now log_line_prefix)" = "%m it's %u "
run --parameter log_line_prefix --value '%t [%p]: user=%u,db=%d,app=%a,client=%h '
check 'the brackets of an ordinary prefix of the log too' test "$(now log_line_prefix)" = '%t [%p]: user=%u,db=%d,app=%a,client=%h '
run --parameter timezone --value Europe/Madrid
check 'a name that the server writes with capitals is found' test "$status:$(now timezone)" = 0:Europe/Madrid
check 'and undone by what it was' grep -q "^undo: .*-c 'ALTER SYSTEM RESET timezone' " <<<"$out"
run --parameter timezone --value Europe/Rome
check 'also the second time' bash -c '[ "$1" -eq 0 ] && grep -qi "^undo: .*ALTER SYSTEM SET .*timezone.* = .*Europe/Madrid" <<<"$2"' _ "$status" "$out"
run --parameter statement_timeout --value 60s
check 'a value of its own session is not taken for that of the server' grep -qx "set: statement_timeout is '1min' (before: '0'); a role or database with a value of its own keeps it" <<<"$out"
echo 'no_such = 1' >/etc/postgresql/$version/main/conf.d/wrong.conf
cp "$auto" before
run --parameter work_mem --value 11MB
check 'with a fault in its files, for which the server reloads nothing, it writes nothing' test "$status:$(grep -c 'conf.d/wrong.conf line 1: unrecognized configuration parameter' <<<"$err"):$(cmp "$auto" before)" = 3:1:
rm /etc/postgresql/$version/main/conf.d/wrong.conf before
was=$(md5sum <"$auto")
run --parameter work_mem --value banana
check 'a value that is not valid is a failure' test "$status" -eq 1
# What a standby must have as large as its primary, as the server itself tells it, is refused.
for parameter in $(psql -qAt -d postgres -c "SELECT name FROM pg_settings WHERE name IN ('max_connections', 'max_prepared_transactions', 'max_locks_per_transaction', 'max_wal_senders', 'max_worker_processes')"); do
  run --parameter "$parameter" --value 300
  check "$parameter is refused" test "$status" -eq 3
done
for parameter in archive_command synchronous_standby_names fsync krb_server_keyfile log_filename unix_socket_permissions synchronous_commit session_replication_role max_replication_slots default_transaction_read_only; do
  run --parameter "$parameter" --value 1
  check "$parameter is refused" test "$status" -eq 3
done
run --parameter no_such_thing --value 1
check 'an unknown parameter is refused' test "$status" -eq 3
run --parameter block_size --value 8192
check 'a fixed one too' test "$status" -eq 3
PGUSER=clerk PGDATABASE=shop run --parameter work_mem --value 9MB
check 'a role without the right fails' test "$status" -eq 1
check 'none of these wrote anything' test "$(md5sum <"$auto")" = "$was"
pg_ctlcluster "$version" main stop
pg_ctlcluster "$version" main start -o '-c maintenance_work_mem=32MB'
await psql -qAt -d postgres -c 'SELECT 1'
run --parameter maintenance_work_mem --value 70MB
check 'what the command line sets is refused' test "$status" -eq 3
finish
