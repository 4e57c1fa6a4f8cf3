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
process id 0 is a prepared transaction: those that hold locks are named. The connection is made as PGHOST, PGPORT, PGUSER and
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

all=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0;
SQL
)
[[ $all =~ ^[0-9]+$ ]] || die 1 "the server gave no answer"
if ((all == 0)); then
  printf 'no session waits for a lock\n'
  exit 0
fi
waiting=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT a.pid, date_trunc('second', clock_timestamp() - a.query_start) AS running, a.usename AS user,
       a.datname AS database, l.locktype || coalesce(' ' || CASE WHEN l.database IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) THEN l.relation::regclass::text
         ELSE 'number ' || l.relation END, '') AS waits_for,
       l.mode, array_to_string(pg_blocking_pids(a.pid), ' ') AS blocked_by,
       left(regexp_replace(a.query, '\s+', ' ', 'g'), 80) AS query
FROM pg_stat_activity a
LEFT JOIN LATERAL (SELECT * FROM pg_locks WHERE pid = a.pid AND NOT granted LIMIT 1) l ON true
WHERE cardinality(pg_blocking_pids(a.pid)) > 0
ORDER BY a.query_start LIMIT 50;
SQL
)
mapfile -t lines <<<"$waiting"
prepared=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT DISTINCT format('prepared transaction %L of %s, database %s, since %s', regexp_replace(p.gid, '[[:cntrl:]]', '?', 'g'), p.owner,
                       p.database, date_trunc('second', p.prepared))
FROM pg_locks w JOIN pg_locks held ON NOT w.granted AND held.granted AND held.pid IS NULL
  AND (w.locktype, w.database, w.relation, w.page, w.tuple, w.transactionid, w.classid, w.objid, w.objsubid) IS NOT DISTINCT FROM
      (held.locktype, held.database, held.relation, held.page, held.tuple, held.transactionid, held.classid, held.objid, held.objsubid)
JOIN pg_locks own ON own.pid IS NULL AND own.virtualtransaction = held.virtualtransaction AND own.locktype = 'transactionid'
JOIN pg_prepared_xacts p ON p.transaction = own.transactionid LIMIT 20;
SQL
)

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
printf '%d sessions wait for a lock:\n%s\n' "$all" "$waiting"
if ((all > ${#lines[@]} - 2)); then printf '(the %d that have waited longest)\n' "$((${#lines[@]} - 2))"; fi
printf '\nblocked at the root by:\n%s\n' "$roots"
if [[ -n $prepared ]]; then printf 'process id 0 may be this %s\n' "${prepared//$'\n'/$'\n'process id 0 may be this }"; fi
if [[ $waiting == *'| relation number '* ]]; then
  printf 'note: a table with a number is one of another database than that of this connection, with PGDATABASE set to it the name is told\n'
fi
if [[ $waiting$roots == *'<insufficient privilege>'* ]]; then
  printf 'note: what some sessions do is hidden: this role is no member of pg_monitor\n'
fi
