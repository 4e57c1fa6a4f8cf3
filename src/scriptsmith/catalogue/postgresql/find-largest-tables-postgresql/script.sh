#!/usr/bin/env bash
# Find the tables of a PostgreSQL database that take the most space, indexes and TOAST included.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-largest-tables-postgresql --database NAME [--limit N]

List the N largest tables of a database, largest first: the whole, then rows, indexes and TOAST (long
values) apart, and about how many rows there are by the last statistics. A partitioned table is told as
a whole, with the number of its partitions. System catalogues and the temporary tables of sessions
(schema pg_temp_N) are included, for they may grow too. PostgreSQL 12 or later. The size of a table that
somebody has locked (VACUUM FULL, ALTER TABLE) cannot be measured: it stands with that of the last
statistics, and marked. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database to look in
  --limit N        how many tables to list (default 10)
  --help           show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-largest-tables-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' limit=10
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
  ((rc == 0)) || die 1 "the server did not carry out the query (was a table locked meanwhile? then try again)"
}

# To measure is to take a light lock, which waits behind a strong one on the table, its indexes or its
# TOAST, held or asked for. A table that is dropped meanwhile has no size.
table=$(sql -P footer=off -v count="$limit" <<'SQL'
SET SESSION statement_timeout = '120s';
SET SESSION lock_timeout = '5s';
WITH busy AS (SELECT ARRAY(SELECT relation FROM pg_locks
        WHERE mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS oids),
facts AS (SELECT c.oid, n.nspname || '.' || r.relname AS name, c.relispartition, c.relpages, c.reltuples, current_setting('block_size')::bigint AS block,
                 (SELECT coalesce(sum(x.relpages), 0) FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid) AS index_pages,
                 coalesce((SELECT t.relpages FROM pg_class t WHERE t.oid = c.reltoastrelid), 0) AS toast_pages,
                 c.oid = ANY (busy.oids) OR c.reltoastrelid = ANY (busy.oids)
                   OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indexrelid = ANY (busy.oids)) AS locked
          FROM busy, pg_class c JOIN pg_class r ON r.oid = coalesce(pg_partition_root(c.oid), c.oid) JOIN pg_namespace n ON n.oid = r.relnamespace
          WHERE c.relkind IN ('r', 'm'))
SELECT pg_size_pretty(sum(total)) AS total, pg_size_pretty(sum(heap)) AS rows_only, pg_size_pretty(sum(indexes)) AS indexes, pg_size_pretty(sum(total - heap - indexes)) AS toast_etc,
       CASE WHEN max(reltuples) < 0 THEN 'unknown' ELSE sum(greatest(reltuples, 0)::bigint)::text END AS about_rows,
       name || CASE WHEN bool_or(relispartition) THEN format(' (%s partitions)', count(*)) ELSE '' END || CASE WHEN bool_or(locked) THEN ' (locked: sizes of the last statistics)' ELSE '' END AS "table"
FROM (SELECT CASE WHEN locked THEN (relpages + index_pages + toast_pages) * block ELSE pg_total_relation_size(oid) END AS total,
             CASE WHEN locked THEN relpages * block ELSE pg_relation_size(oid) END AS heap,
             CASE WHEN locked THEN index_pages * block ELSE pg_indexes_size(oid) END AS indexes, reltuples, name, relispartition, locked
      FROM facts) AS sizes
WHERE total IS NOT NULL GROUP BY name ORDER BY sum(sizes.total) DESC, name LIMIT :'count'::integer;
SQL
)
mapfile -t lines <<<"$table"
((${#lines[@]} > 2)) || die 1 "the server listed no tables"
printf '%s\n%d tables of database %s listed\n' "$table" "$((${#lines[@]} - 2))" "$database"
