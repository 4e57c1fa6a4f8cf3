#!/usr/bin/env bash
# Count the client connections of a PostgreSQL server by state and by who holds them.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-connections-by-state-postgresql

Count the client connections by state (active, idle, idle in transaction and so on) with the longest
time spent in it, then by user, database and application, the ten largest groups. The first line
says how many of max_connections are in use. The connection is made as PGHOST, PGPORT, PGUSER and
~/.pgpass say; the states of other users' sessions can be seen only by a member of pg_monitor.

  --help  show this text

Exit status: 0 done, 1 a query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-connections-by-state-postgresql: %s\n' "$2" >&2
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
  ((rc != 2)) || die 3 "no connection to the server (see PGHOST, PGUSER and ~/.pgpass; where it takes no more clients, come as a superuser, for whom slots are reserved)"
  ((rc == 0)) || die 1 "the server did not carry out the query"
}

used=$(sql -At <<'SQL'
SET SESSION statement_timeout = '30s';
-- PostgreSQL 16 can reserve some for others than superusers, too.
SELECT format('%s of %s connections in use (%s reserved for superusers%s)', count(*), current_setting('max_connections'),
              current_setting('superuser_reserved_connections'),
              ' and ' || nullif(current_setting('reserved_connections', true), '0') || ' for pg_use_reserved_connections')
FROM pg_stat_activity WHERE coalesce(backend_type, 'client backend') = 'client backend' AND datid IS NOT NULL;
SQL
)
[[ -n $used ]] || die 1 "the server gave no answer"
states=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT CASE WHEN backend_type IS NULL THEN 'not visible' ELSE coalesce(state, 'starting') END AS state, count(*) AS connections,
       date_trunc('second', max(clock_timestamp() - state_change)) AS longest
FROM pg_stat_activity WHERE coalesce(backend_type, 'client backend') = 'client backend' AND datid IS NOT NULL
GROUP BY 1 ORDER BY 2 DESC, 1;
SQL
)
holders=$(sql -P footer=off <<'SQL'
SET SESSION statement_timeout = '30s';
-- Not by address as well: one application on a hundred hosts would be a hundred small groups.
SELECT count(*) AS connections, usename AS user, datname AS database, application_name AS application,
       CASE WHEN bool_or(backend_type IS NULL) THEN '(hidden)' WHEN count(DISTINCT client) = 1 THEN min(client)
         ELSE count(DISTINCT client) || ' addresses' END AS clients
FROM (SELECT *, coalesce(host(client_addr), 'local') AS client FROM pg_stat_activity) AS sessions
WHERE coalesce(backend_type, 'client backend') = 'client backend' AND datid IS NOT NULL
GROUP BY usename, datname, application_name ORDER BY 1 DESC, 2, 3, 4 LIMIT 10;
SQL
)

printf '%s\n\n%s\n\n%s\n' "$used" "$states" "$holders"
if [[ $states == *'not visible'* ]]; then
  printf 'note: what some sessions do, and whether they are all clients, is hidden: this role is no member of pg_monitor\n'
fi
