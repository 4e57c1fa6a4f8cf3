#!/usr/bin/env bash
# Show how many block requests of each PostgreSQL database are answered from shared buffers.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-cache-hit-ratio-postgresql

List for each database the share of block requests that found the block in shared buffers, the
blocks that had to be read, and since when the server counts (not told: since the database was made,
or the last crash), and the share of the whole server within five seconds: the ratio since then changes
slowly, so a cache that has become too small shows here first. A block that is read may still come
from the page cache of the operating system. Databases with fewer than 1000 requests are left out.
The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --help  show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-cache-hit-ratio-postgresql: %s\n' "$2" >&2
  exit "$1"
}

while (($# > 0)); do
  case $1 in
    --help)
      usage
      exit 0
      ;;
    *) die 2 "unknown argument: $1 (see --help)" ;;
  esac
done

for tool in psql sleep; do
  command -v "$tool" >/dev/null || die 3 "$tool is not installed"
done
export PGCONNECT_TIMEOUT=${PGCONNECT_TIMEOUT:-10}

# The statements come on stdin. -X: no ~/.psqlrc, -w: never ask for a password. psql ends with 2
# when it has no connection.
sql() {
  local rc=0
  psql -Xwq -v ON_ERROR_STOP=1 -d "${PGDATABASE:-postgres}" "$@" || rc=$?
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

table=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT datname AS database, round(100.0 * blks_hit / (blks_hit + blks_read), 2) AS hit_percent, blks_hit AS hits,
       blks_read AS reads, temp_files, pg_size_pretty(temp_bytes) AS temp_written,
       coalesce(to_char(stats_reset, 'YYYY-MM-DD HH24:MI'), 'not told') AS since
FROM pg_stat_database WHERE datname IS NOT NULL AND blks_hit + blks_read >= 1000
ORDER BY blks_read DESC, datname;
SQL
)
whole=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT format('whole server: %s%% of %s requests, shared_buffers %s',
              coalesce(round(100.0 * sum(blks_hit) / nullif(sum(blks_hit + blks_read), 0), 2)::text, '-'),
              sum(blks_hit + blks_read), current_setting('shared_buffers')) FROM pg_stat_database;
SQL
)
[[ -n $whole ]] || die 1 "the server gave no answer"
counted() {
  sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT sum(blks_hit), sum(blks_read) FROM pg_stat_database;
SQL
}
before=$(counted)
sleep 5
after=$(counted)
[[ $before =~ ^[0-9]+\|[0-9]+$ && $after =~ ^[0-9]+\|[0-9]+$ ]] || die 1 "the server gave no answer"
hits=$((${after%|*} - ${before%|*})) reads=$((${after#*|} - ${before#*|}))
now='no requests, or the counters were reset'
if ((hits >= 0 && reads >= 0 && hits + reads > 0)); then
  now="$((hits * 100 / (hits + reads)))% of $((hits + reads)) requests, $reads blocks were read"
fi

mapfile -t lines <<<"$table"
if ((${#lines[@]} > 2)); then
  printf '%s\n' "$table"
else
  printf 'no database has had 1000 block requests yet\n'
fi
printf '%s\nwithin 5 s (a statement counts when it ends): %s\n' "$whole" "$now"
