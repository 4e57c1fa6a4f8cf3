#!/usr/bin/env bash
# Show when the tables of a PostgreSQL database were last vacuumed and analyzed, longest ago first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-last-vacuum-postgresql --database NAME [--limit N]

List the tables of a database by the time of their last vacuum, by hand (last_vacuum, as a nightly
vacuumdb is) or by autovacuum (last_autovacuum), with their last analyze likewise: those that never
had one, as far as the server's statistics reach (a crash empties them), first, and of those the
largest. Partitions count, partitioned tables as such hold nothing to vacuum. Times are those of the
session's time zone. Then list what vacuums or analyzes now on the server, by hand or by autovacuum,
with how far a vacuum has got, and tell whether autovacuum is turned off. A standby does not know
these times, and is refused. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database to look in
  --limit N        how many tables to list (default 30)
  --help           show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-last-vacuum-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' limit=30
while (($# > 0)); do
  case $1 in
    --database | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --limit) limit=$2 ;;
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
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
limit=$((10#$limit))
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

standby=$(sql -At <<<'SELECT pg_is_in_recovery();')
[[ $standby == f ]] || die 3 "this server is a standby, which knows no times of vacuum and analyze: ask its primary"
table=$(sql -P footer=off -v count="$limit" <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT coalesce(to_char(last_vacuum, 'YYYY-MM-DD HH24:MI'), 'never') AS last_vacuum,
       coalesce(to_char(last_autovacuum, 'YYYY-MM-DD HH24:MI'), 'never') AS last_autovacuum,
       coalesce(to_char(last_analyze, 'YYYY-MM-DD HH24:MI'), 'never') AS last_analyze,
       coalesce(to_char(last_autoanalyze, 'YYYY-MM-DD HH24:MI'), 'never') AS last_autoanalyze,
       n_live_tup AS live, n_dead_tup AS dead, n_mod_since_analyze AS changed, schemaname || '.' || s.relname AS "table"
FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = relid AND c.relkind <> 'p'
ORDER BY greatest(s.last_vacuum, s.last_autovacuum) NULLS FIRST, n_live_tup DESC, 8 LIMIT :'count'::integer;
SQL
)
tables=$(sql -At <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT count(*) FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = relid AND c.relkind <> 'p';
SQL
)
running=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT a.pid, a.datname AS database,
       CASE WHEN p.datname = current_database() THEN p.relid::regclass::text ELSE p.relid::text END AS "table",
       p.phase, round(100.0 * p.heap_blks_scanned / greatest(p.heap_blks_total, 1)) AS percent_scanned,
       date_trunc('second', clock_timestamp() - a.xact_start) AS running, left(regexp_replace(a.query, '\s+', ' ', 'g'), 60) AS query
FROM pg_stat_activity a LEFT JOIN pg_stat_progress_vacuum p USING (pid)
WHERE p.pid IS NOT NULL OR (a.state = 'active' AND a.query ~* '^\s*(autovacuum:|vacuum|analy[sz]e)') ORDER BY a.xact_start;
SQL
)
notes=$(sql -At <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT 'note: autovacuum is turned off on this server' WHERE 'off' IN (current_setting('autovacuum'), current_setting('track_counts'));
SELECT format('note: %s tables have autovacuum turned off for themselves', count(*)) FROM pg_class
WHERE EXISTS (SELECT 1 FROM unnest(reloptions) AS o WHERE o ~* '^autovacuum_enabled=(off?|f(alse)?|no?|0)$') HAVING count(*) > 0;
SELECT format('note: %s sessions are hidden from this role, which is no member of pg_monitor: they may analyze now', count(*))
FROM pg_stat_activity WHERE backend_type IS NULL AND datid IS NOT NULL HAVING count(*) > 0;
SQL
)

mapfile -t lines <<<"$table"
if ((${#lines[@]} > 2)); then
  printf '%s\n%d of %s tables listed; never: not since the statistics began, which a crash, a failover or an upgrade empties\n\n' "$table" "$((${#lines[@]} - 2))" "$tables"
else
  printf 'database %s has no tables of its own\n\n' "$database"
fi
mapfile -t lines <<<"$running"
if ((${#lines[@]} > 2)); then
  printf 'running now:\n%s\n' "$running"
else
  printf 'no vacuum or analyze is running\n'
fi
if [[ -n $notes ]]; then printf '%s\n' "$notes"; fi
