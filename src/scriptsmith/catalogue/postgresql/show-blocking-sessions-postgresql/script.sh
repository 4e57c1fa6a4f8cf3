#!/usr/bin/env bash
# Show the PostgreSQL sessions that wait for a lock, and the sessions at the root that block them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-blocking-sessions-postgresql

List each session that waits for a lock with the time since its statement began, what it waits for and
which processes block it; then the sessions that block others and wait for nobody: those are the
ones to look at. An idle in transaction blocker waits for its client to commit. A blocker with
process id 0 is a prepared transaction. The connection is made as PGHOST, PGPORT, PGUSER and
~/.pgpass say.

  --help  show this text

Exit status: 0 done (also when nobody waits), 1 a query failed, 2 wrong usage, 3 a precondition
fails.
EOF
}

die() {
  printf 'show-blocking-sessions-postgresql: %s\n' "$2" >&2
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

waiting=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT a.pid, date_trunc('second', clock_timestamp() - a.query_start) AS running, a.usename AS user,
       a.datname AS database, l.locktype || coalesce(' ' || l.relation::regclass::text, '') AS waits_for,
       l.mode, array_to_string(pg_blocking_pids(a.pid), ' ') AS blocked_by,
       left(regexp_replace(a.query, '\s+', ' ', 'g'), 80) AS query
FROM pg_stat_activity a
CROSS JOIN LATERAL (SELECT * FROM pg_locks WHERE pid = a.pid AND NOT granted LIMIT 1) l
WHERE cardinality(pg_blocking_pids(a.pid)) > 0
ORDER BY a.query_start LIMIT 50;
SQL
)
mapfile -t lines <<<"$waiting"
if ((${#lines[@]} <= 2)); then
  printf 'no session waits for a lock\n'
  exit 0
fi

roots=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
WITH waits AS (SELECT pid, unnest(pg_blocking_pids(pid)) AS blocker FROM pg_stat_activity)
SELECT w.blocker AS pid, count(DISTINCT w.pid) AS blocks, a.state,
       date_trunc('second', clock_timestamp() - a.xact_start) AS in_transaction, a.usename AS user,
       a.application_name AS application, left(regexp_replace(a.query, '\s+', ' ', 'g'), 80) AS last_query
FROM waits w LEFT JOIN pg_stat_activity a ON a.pid = w.blocker
WHERE w.blocker NOT IN (SELECT pid FROM waits)
GROUP BY w.blocker, a.state, a.xact_start, a.usename, a.application_name, a.query
ORDER BY 2 DESC, 1 LIMIT 20;
SQL
)
printf '%d sessions wait for a lock:\n%s\n\nblocked at the root by:\n%s\n' "$((${#lines[@]} - 2))" "$waiting" "$roots"
