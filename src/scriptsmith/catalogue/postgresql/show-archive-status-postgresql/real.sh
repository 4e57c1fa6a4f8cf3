#!/usr/bin/env bash
. "$HARNESS"
use postgresql-replica

run
check 'with archive_mode off it is refused' test "$status" -eq 3
set_() { psql -qAt -d postgres -c "ALTER SYSTEM SET $1" -c 'SELECT pg_reload_conf()' >/dev/null; }
set_ "archive_mode = 'on'"
pg_ctlcluster "$version" main restart
await psql -qAt -d postgres -c 'SELECT 1'
switch() { sql -c 'CREATE TABLE IF NOT EXISTS t (i int)' -c 'INSERT INTO t VALUES (1)' -c 'SELECT pg_walfile_name(pg_switch_wal())' | tail -1; }
switch >/dev/null
run
check 'without an archive_command it fails' test "$status" -eq 1
check 'and says so' grep -q 'archive_command is empty' <<<"$err"
check 'what waits is counted' grep -Eq '^waiting: [1-9][0-9]* segments' <<<"$out"
set_ "archive_command = '/bin/true'"
switch >/dev/null
nothing_waits() { [ "$(sql -c "SELECT count(*) FROM pg_ls_archive_statusdir() WHERE name LIKE '%.ready'")" = 0 ]; }
await nothing_waits
run
check 'a command that keeps nothing is a failure' bash -c '[ "$1" -eq 1 ] && grep -q "keeps nothing" <<<"$2"' _ "$status" "$err"
install -d -o postgres /run/archive
set_ "archive_command = 'cp %p /run/archive/%f'"
segment=$(switch)
await test -e "/run/archive/$segment"
archived() { [ "$(sql -c 'SELECT last_archived_wal FROM pg_stat_archiver')" = "$segment" ]; }
await archived
run
check 'archiving that works succeeds' test "$status" -eq 0
check 'the last segment is told' grep -Eq "^archived: [1-9][0-9]* segments, the last $segment at 20" <<<"$out"
check 'nothing waits' grep -qx 'waiting: 0 segments, the oldest for 0 min' <<<"$out"
check 'nothing has failed' grep -q '^failed: 0 tries' <<<"$out"
chmod 000 /run/archive
segment=$(switch)
failed() { [ "$(sql -c 'SELECT failed_count > 0 FROM pg_stat_archiver')" = t ]; }
await failed
run
check 'archiving that fails is a failure' test "$status" -eq 1
check 'the segment is told' grep -q "the last try, of $segment at 20.* did not succeed" <<<"$err"
check 'it waits' grep -q '^waiting: 1 segments' <<<"$out"
chmod 755 /run/archive
await archived
run
check 'once it works again it succeeds' test "$status" -eq 0
set_ "archive_command = 'sleep 600'"
segment=$(switch)
touch -d '20 minutes ago' "/var/lib/postgresql/$version/main/pg_wal/archive_status/$segment.ready"
run
check 'a command that hangs is a failure' test "$status" -eq 1
check 'and how long the segment has waited is told' grep -Eq 'has waited for (20|21) min' <<<"$err"

echo 'archive_mode = on' >>"/etc/postgresql/$version/standby/postgresql.conf"
pg_ctlcluster "$version" standby restart
await standby_sql -c 'SELECT 1'
PGPORT=5433 run
check 'a standby that leaves it to the primary is refused' test "$status" -eq 3
finish
