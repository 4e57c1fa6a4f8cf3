#!/usr/bin/env bash
# Find the tables of a PostgreSQL database that take the most space, indexes and TOAST included.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-largest-tables-postgresql --database NAME [--count N]

List the N largest tables of a database, largest first: the whole, then rows, indexes and TOAST (long
values) apart, and about how many rows there are by the last statistics. Partitions count as tables
of their own. System catalogues are included, for they may grow too. The connection is made as
PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database to look in
  --count N        how many tables to list (default 10)
  --help           show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'find-largest-tables-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' count=10
while (($# > 0)); do
  case $1 in
    --database | --count)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --count) count=$2 ;;
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
[[ $count =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--count takes a whole number above 0, not ${count@Q}"
count=$((10#$count))
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

# The sizes are read without locks; a table that is dropped meanwhile has none.
table=$(sql -P footer=off -v count="$count" <<'SQL'
SET SESSION statement_timeout = '120s';
SELECT pg_size_pretty(total) AS total, pg_size_pretty(heap) AS rows_only, pg_size_pretty(indexes) AS indexes,
       pg_size_pretty(total - heap - indexes) AS toast_etc, estimate AS about_rows, name AS "table"
FROM (SELECT pg_total_relation_size(c.oid) AS total, pg_relation_size(c.oid) AS heap, pg_indexes_size(c.oid) AS indexes,
             CASE WHEN c.reltuples < 0 THEN 'unknown' ELSE c.reltuples::bigint::text END AS estimate,
             n.nspname || '.' || c.relname AS name
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't') AS sizes
WHERE total IS NOT NULL ORDER BY sizes.total DESC, name LIMIT :'count'::integer;
SQL
)
mapfile -t lines <<<"$table"
((${#lines[@]} > 2)) || die 1 "the server listed no tables"
printf '%s\n%d tables of database %s listed\n' "$table" "$((${#lines[@]} - 2))" "$database"
