#!/usr/bin/env bash
# Find the indexes of a PostgreSQL database that no query has used, and those that are invalid.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: find-unused-indexes-postgresql --database NAME [--min-size MIB]

List the indexes that were never scanned since the statistics were last reset, largest first, and
those that are invalid (left over from a failed build), of any size; one that is being built now is
said to be, or that it may be where this role is not shown which one is being built. Indexes that enforce a constraint (primary
key, unique, exclusion) are left out: they are needed without being scanned. Since when the server
counts is told, and how long ago each was made or last rebuilt: a young one had little time to be used.
PostgreSQL keeps that in transactions, and as a time with track_commit_timestamp. A standby counts for itself. The
connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say; PostgreSQL 12 or later.

  --database NAME  database to look in
  --min-size MIB   smaller indexes are left out unless they are invalid, in MiB (default 1)
  --help           show this text

Exit status: 0 done (also when there are none), 1 a query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'find-unused-indexes-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' min_size=1
while (($# > 0)); do
  case $1 in
    --database | --min-size)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --database) database=$2 ;;
        --min-size) min_size=$2 ;;
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
[[ $min_size =~ ^[0-9]{1,7}$ ]] || die 2 "--min-size takes a whole number of MiB, not ${min_size@Q}"
min_size=$((10#$min_size))
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

since=$(sql -At <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT coalesce(to_char(stats_reset, 'YYYY-MM-DD HH24:MI'), format('a time it does not tell: the making of the database, or the last crash (started %s)',
                                                                  to_char(pg_postmaster_start_time(), 'YYYY-MM-DD HH24:MI')))
       || CASE WHEN current_setting('track_counts')::boolean THEN '' ELSE ', and does not now: track_counts is off' END
FROM pg_stat_database WHERE datname = current_database();
SQL
)
[[ -n $since ]] || die 1 "the server gave no answer"

table=$(sql -P footer=off -v mib="$min_size" <<'SQL'
SET SESSION statement_timeout = '60s';
SET SESSION lock_timeout = '5s';
-- To measure an index that is locked (REINDEX, TRUNCATE) would wait for it: then the size of the last statistics.
WITH busy AS (SELECT ARRAY(SELECT relation FROM pg_locks
        WHERE mode = 'AccessExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS oids),
sizes AS (SELECT c.oid, c.oid = ANY (busy.oids) AS locked,
                 CASE WHEN c.oid = ANY (busy.oids) THEN c.relpages * current_setting('block_size')::bigint ELSE pg_relation_size(c.oid) END AS bytes
          FROM busy, pg_class c WHERE c.relkind = 'i')
SELECT pg_size_pretty(z.bytes) || CASE WHEN z.locked THEN ' (locked)' ELSE '' END AS size,
       -- Its row is written when it is made. What was written before the setting was on has no time.
       coalesce(to_char(CASE WHEN current_setting('track_commit_timestamp')::boolean THEN pg_xact_commit_timestamp(i.xmin) END, 'YYYY-MM-DD HH24:MI'),
                age(i.xmin) || ' transactions ago') AS made,
       CASE WHEN i.indisvalid AND EXISTS (SELECT FROM pg_inherits h WHERE h.inhrelid = s.indexrelid) THEN 'never used, part of the index of the whole table'
            WHEN i.indisvalid THEN 'never used'
            WHEN EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid = s.indexrelid) THEN 'being built'
            ELSE 'invalid' || CASE WHEN EXISTS (SELECT FROM pg_stat_progress_create_index p WHERE p.index_relid IS NULL AND p.datname = current_database()) THEN ', or being built' ELSE '' END END AS state,
       s.schemaname || '.' || s.indexrelname AS "index", s.relname AS "table"
FROM pg_stat_user_indexes s JOIN pg_index i ON i.indexrelid = s.indexrelid
  JOIN sizes z ON z.oid = s.indexrelid
WHERE NOT i.indisvalid
  OR s.idx_scan = 0 AND NOT i.indisunique AND NOT i.indisexclusion
     AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
     AND z.bytes >= :'mib'::bigint * 1048576
ORDER BY z.bytes DESC, 3;
SQL
)

mapfile -t lines <<<"$table"
if ((${#lines[@]} > 2)); then
  printf '%s\n%d indexes are unused (of %d MiB or more) or invalid\n' "$table" "$((${#lines[@]} - 2))" "$min_size"
else
  printf 'no index is invalid, none of %d MiB or more is unused\n' "$min_size"
fi
printf 'the server has counted since %s\n' "$since"
if [[ $table == *'never used'* ]]; then
  printf 'note: one that was made or rebuilt after that is counted from then on only: leave it until its busiest jobs have run\n'
fi
printf 'note: scans on other servers are not among them: an index may be used on a standby, or on the primary of this one\n'
