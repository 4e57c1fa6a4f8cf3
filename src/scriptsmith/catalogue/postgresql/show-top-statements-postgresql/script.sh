#!/usr/bin/env bash
# Show the statements on which a PostgreSQL server spends most, as pg_stat_statements has counted
# them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-top-statements-postgresql [--sort ORDER] [--limit N]

List the kinds of statement with the largest total time, mean time, number of calls, or blocks
read from disk, and since when they are counted. Constants in a statement stand as $1. The extension
pg_stat_statements must be loaded by the server and created in the database asked (PGDATABASE,
else postgres). The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --sort ORDER  what to sort by: total (time), mean (time), calls, or reads (blocks from disk)
                (default total)
  --limit N     how many statements to list (default 20)
  --help        show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 what other users run is hidden (the rest
is listed), or another precondition fails.
EOF
}

die() {
  printf 'show-top-statements-postgresql: %s\n' "$2" >&2
  exit "$1"
}

sort=total limit=20
while (($# > 0)); do
  case $1 in
    --sort | --limit)
      (($# >= 2)) || die 2 "$1 needs a value"
      case $1 in
        --sort) sort=$2 ;;
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

case $sort in
  total | mean | calls | reads) ;;
  *) die 2 "--sort takes total, mean, calls or reads, not ${sort@Q}" ;;
esac
[[ $limit =~ ^0*[1-9][0-9]{0,3}$ ]] || die 2 "--limit takes a whole number above 0, not ${limit@Q}"
limit=$((10#$limit))
command -v psql >/dev/null || die 3 "psql is not installed"
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

line=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT concat_ws('|', coalesce((SELECT extversion FROM pg_extension WHERE extname = 'pg_stat_statements'), 'none'),
  (SELECT count(*) FROM pg_extension WHERE extname = 'pg_stat_statements'),
  current_setting('pg_stat_statements.max', true) IS NOT NULL,
  (SELECT nspname FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_stat_statements'));
SQL
)
IFS='|' read -r version created loaded schema <<<"$line"
[[ $version =~ ^[0-9]+\.[0-9]+$ || $version == none ]] || die 1 "the server gave no answer"
# Its settings are known where it is loaded; shared_preload_libraries itself not everybody may read.
[[ $loaded == t ]] || die 3 "the server counts no statements: put pg_stat_statements into shared_preload_libraries and restart it"
[[ $created == 1 ]] || die 3 "the counters cannot be read in this database: CREATE EXTENSION pg_stat_statements, or name another one in PGDATABASE"
# Since version 1.8 of the extension the time of planning is counted apart. A server that was upgraded keeps the older one.
total=total_exec_time mean=mean_exec_time
if ((${version%.*} == 1 && 10#${version#*.} < 8)); then total=total_time mean=mean_time; fi

table=$(sql -P footer=off -v by="$sort" -v count="$limit" -v total="$total" -v mean="$mean" -v schema="$schema" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT round((s.:"total" / 1000)::numeric, 1) AS total_s, round((100 * s.:"total" / nullif(sum(s.:"total") OVER (), 0))::numeric, 1) AS percent,
       s.calls, round(s.:"mean"::numeric, 2) AS mean_ms, s.rows, s.shared_blks_read AS blocks_read, coalesce(r.rolname, '-') AS user, coalesce(d.datname, '-') AS database,
       left(regexp_replace(s.query, '\s+', ' ', 'g'), 120) AS query
FROM :"schema".pg_stat_statements AS s LEFT JOIN pg_roles AS r ON r.oid = s.userid LEFT JOIN pg_database AS d ON d.oid = s.dbid
ORDER BY CASE :'by' WHEN 'mean' THEN s.:"mean" WHEN 'calls' THEN s.calls WHEN 'reads' THEN s.shared_blks_read ELSE s.:"total" END DESC
LIMIT :'count'::integer;
SQL
)
since='since when they are counted is not told before version 1.9 of the extension'
if ((${version%.*} > 1 || 10#${version#*.} > 8)); then
  since=$(sql -At -v schema="$schema" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT format('counted since %s', date_trunc('second', stats_reset)) ||
       CASE WHEN dealloc > 0 THEN format(', and %s times those with the fewest calls were thrown away to make room', dealloc) ELSE '' END
FROM :"schema".pg_stat_statements_info;
SQL
)
  [[ -n $since ]] || die 1 "the server gave no answer"
fi
hidden=$(sql -At -v schema="$schema" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) FROM :"schema".pg_stat_statements WHERE queryid IS NULL;
SQL
)
[[ $hidden =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
mapfile -t lines <<<"$table"
((${#lines[@]} >= 2)) || die 1 "the server gave no answer"
printf '%s\n%d statements listed, by %s\n%s\n' "$table" "$((${#lines[@]} - 2))" "$sort" "$since"
((hidden == 0)) || die 3 "the text of $hidden statements of other users is hidden: be a member of pg_read_all_stats"
