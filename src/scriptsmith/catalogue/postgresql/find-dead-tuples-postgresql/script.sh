#!/usr/bin/env bash
# Find the tables of a PostgreSQL database with the most dead rows, and what may hold vacuum back.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-dead-tuples-postgresql --database NAME [--min-rows N]

List the 30 tables with the most dead row versions, at least N, most first, with their share, the size of the table
and when autovacuum last came by. Then name what may hold vacuum back: the oldest transaction in this
database, prepared transaction in it, standby with feedback and replication slot. Rows that these may
still see cannot be reclaimed by any vacuum. Where autovacuum is off, for a table or at all, that is told. Space that vacuum has freed inside the files, which is
bloat too, is not seen here. The numbers are the server's estimates; since when it counts
is told (a crash or a reset begins anew), and a standby counts none. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database to look in
  --min-rows N     tables with fewer dead rows are left out (default 10000)
  --help           show this text

Exit status: 0 done (also when there are none), 1 a query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-dead-tuples-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' min_rows=10000
while (($# > 0)); do
  case $1 in
    --database | --min-rows)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --min-rows) min_rows=$2 ;;
      esac
      shift 2
      ;;
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

[[ -n $database ]] || die 2 "--database is required (see --help)"
[[ $database =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$ ]] || die 2 "--database takes the name of a database, not ${database@Q}"
[[ $min_rows =~ ^[0-9]{1,12}$ ]] || die 2 "--min-rows takes a whole number, not ${min_rows@Q}"
min_rows=$((10#$min_rows))
command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "$database" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to database $database (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

table=$(sql -P footer=off -v rows="$min_rows" <<'SQL'
SET SESSION statement_timeout = '60s';
SET SESSION lock_timeout = '5s';
SELECT n_dead_tup AS dead, n_live_tup AS live, round(100.0 * n_dead_tup / greatest(n_dead_tup + n_live_tup, 1)) AS percent,
       -- To measure a table that is locked (VACUUM FULL) would wait for it: then the size of the last statistics.
       CASE WHEN relid = ANY (ARRAY(SELECT relation FROM pg_locks
            WHERE mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())))
            THEN pg_size_pretty((SELECT relpages FROM pg_class WHERE oid = relid) * current_setting('block_size')::bigint) || ' (locked)'
            ELSE pg_size_pretty(pg_relation_size(relid)) END AS size, coalesce(to_char(last_autovacuum, 'YYYY-MM-DD HH24:MI'), 'never') AS last_autovacuum,
       schemaname || '.' || relname || CASE WHEN EXISTS (SELECT FROM pg_class c, unnest(c.reloptions) AS o WHERE c.oid = relid
         AND o ~* '^autovacuum_enabled=(off?|f(alse)?|no?|0)$') THEN ' (its autovacuum is off)' ELSE '' END AS "table"
FROM pg_stat_all_tables WHERE n_dead_tup >= greatest(:'rows'::bigint, 1)
ORDER BY n_dead_tup DESC, 6 LIMIT 30;
SQL
)
oldest=$(sql -At <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT told FROM (
  (SELECT greatest(age(backend_xid), age(backend_xmin)) AS old,
          format('oldest transaction: pid %s (%s, user %s), open for %s', pid, coalesce(state, backend_type, 'state hidden'), usename,
                 coalesce(date_trunc('second', clock_timestamp() - xact_start)::text, 'an unknown time')) AS told
   FROM pg_stat_activity WHERE coalesce(backend_xid, backend_xmin) IS NOT NULL AND pid <> pg_backend_pid()
     AND backend_type IS DISTINCT FROM 'walsender'
     -- A session of another database holds nothing back in this one, nor does a VACUUM that is not FULL.
     AND (datid IS NULL OR datname = current_database()) AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
   ORDER BY 1 DESC, xact_start LIMIT 1)
  UNION ALL (SELECT age(backend_xmin), format('standby with feedback: %s (pid %s)', application_name, pid)
   FROM pg_stat_activity WHERE backend_type = 'walsender' AND backend_xmin IS NOT NULL ORDER BY 1 DESC LIMIT 1)
  UNION ALL (SELECT age(transaction), format('prepared transaction: %L of %s, database %s', regexp_replace(gid, '[[:cntrl:]]', '?', 'g'),
                                             date_trunc('second', prepared), database)
   FROM pg_prepared_xacts WHERE database = current_database() ORDER BY 1 DESC LIMIT 1)
  UNION ALL (SELECT age(xmin), format('replication slot: %s (%s)', slot_name, CASE WHEN active THEN 'active' ELSE 'inactive' END)
   FROM pg_replication_slots WHERE xmin IS NOT NULL ORDER BY 1 DESC LIMIT 1)
  UNION ALL (SELECT age(catalog_xmin), format('replication slot, for system catalogs alone: %s (%s)', slot_name, CASE WHEN active THEN 'active' ELSE 'inactive' END)
   FROM pg_replication_slots WHERE xmin IS NULL AND catalog_xmin IS NOT NULL ORDER BY 1 DESC LIMIT 1)
) AS holders ORDER BY old DESC;
SELECT format('note: %s sessions are hidden from this role, which is no member of pg_monitor: they may hold it back too', count(*))
FROM pg_stat_activity WHERE backend_type IS NULL AND datid IS NOT NULL AND usesysid IS NOT NULL HAVING count(*) > 0;
SELECT 'note: autovacuum is turned off on this server' WHERE 'off' IN (current_setting('autovacuum'), current_setting('track_counts'));
SELECT 'note: this server is a standby, which counts no dead rows: ask its primary' WHERE pg_is_in_recovery();
SELECT format('the server has counted since %s',
              coalesce(to_char(stats_reset, 'YYYY-MM-DD HH24:MI'), format('a time it does not tell: the making of the database, or the last crash (started %s)',
                                                                          to_char(pg_postmaster_start_time(), 'YYYY-MM-DD HH24:MI'))))
FROM pg_stat_database WHERE datname = current_database();
SQL
)

mapfile -t lines <<<"$table"
if ((${#lines[@]} > 2)); then
  printf '%s\n%d tables of database %s listed that have %d dead rows or more (30 at most)\n' "$table" "$((${#lines[@]} - 2))" "$database" "$min_rows"
else
  printf 'no table of database %s has %d dead rows or more\n' "$database" "$min_rows"
fi
if [[ -n $oldest ]]; then printf '%s\n' "$oldest"; fi
printf 'space that vacuum has freed inside the files is not counted here\n'
