#!/usr/bin/env bash
# Terminate all client connections to one PostgreSQL database.
#
# Undo: none. Open transactions are rolled back; the clients may connect again at once.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: terminate-database-connections-postgresql --database NAME [--dry-run]

List the client sessions of a database by user and application, and terminate them all; sessions of
other databases, and the one that asks, stay, and so do senders of logical replication, background
workers and prepared transactions, which are told: DROP and RENAME DATABASE fail because of them.
Clients may come back at once: to keep them out, stop the application or revoke CONNECT first. The
connection is made to PGDATABASE or postgres, as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --database NAME  database whose clients are disconnected
  --dry-run        list the connections, terminate none
  --help           show this text

Exit status: 0 none is left (also when there was none), 1 some are left or came back, 2 wrong usage,
3 no such database, or another precondition fails.
EOF
}

die() {
  printf 'terminate-database-connections-postgresql: %s\n' "$2" >&2
  exit "$1"
}

database='' dry_run=false
while (($# > 0)); do
  case $1 in
    --database)
      (($# >= 2)) || die 2 "$1 needs a value"
      database=$2
      shift 2
      ;;
    --dry-run)
      dry_run=true
      shift
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

look() { # COUNT|how many run or are in a transaction|how many more cannot be seen|how many this role may not end; nothing when there is no such database
  sql -At -v wanted="$database" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(a.pid) FILTER (WHERE a.backend_type = 'client backend'),
       count(a.pid) FILTER (WHERE a.backend_type = 'client backend' AND a.state <> 'idle'),
       count(a.pid) FILTER (WHERE a.backend_type IS NULL AND a.usesysid IS NOT NULL),
       count(a.pid) FILTER (WHERE a.backend_type = 'client backend' AND NOT me.rolsuper
         AND (r.rolsuper OR NOT (pg_has_role(a.usesysid, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE'))))
FROM pg_database d JOIN pg_roles me ON me.rolname = current_user
  LEFT JOIN pg_stat_activity a ON a.datid = d.oid AND a.pid <> pg_backend_pid() LEFT JOIN pg_roles r ON r.oid = a.usesysid
WHERE d.datname = :'wanted' GROUP BY d.oid;
SQL
}

others() { # what else keeps it in use: senders of replication, background workers of extensions, prepared transactions
  sql -At -v wanted="$database" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT string_agg(what, ', ' ORDER BY what) FROM (
  SELECT backend_type AS what FROM pg_stat_activity
  WHERE datname = :'wanted' AND pid <> pg_backend_pid() AND backend_type NOT IN ('client backend', 'parallel worker', 'autovacuum worker')
  UNION SELECT 'prepared transaction ' || quote_literal(gid) FROM pg_prepared_xacts WHERE database = :'wanted') AS found;
SQL
}

seen=$(look)
[[ $seen =~ ^[0-9]+\|[0-9]+\|[0-9]+\|[0-9]+$ ]] || die 3 "the server has no database $database"
IFS='|' read -r before busy hidden barred <<<"$seen"
((hidden == 0)) || die 3 "refused: this role may not see $hidden of the sessions of $database: be a member of pg_monitor too"
# The server would end some, come to one of these, and say no.
((barred == 0)) || die 3 "refused: this role may not end $barred of the sessions of $database, such as those of superusers"
more=$(others)
[[ -z $more ]] || printf 'note: these stay, and keep %s from being dropped or renamed: %s\n' "$database" "${more//[[:cntrl:]]/?}" >&2
if ((before == 0)); then
  printf 'nothing to terminate: nobody is connected to %s\n' "$database"
  exit 0
fi
who=$(sql -P footer=off -v wanted="$database" <<'SQL'
SET SESSION statement_timeout = '30s';
-- Not by address as well: one application on a hundred hosts would be a hundred small groups.
SELECT count(*) AS connections, usename AS user, application_name AS application,
       CASE WHEN count(DISTINCT client) = 1 THEN min(client) ELSE count(DISTINCT client) || ' addresses' END AS clients
FROM (SELECT *, coalesce(host(client_addr), 'local') AS client FROM pg_stat_activity) AS sessions
WHERE datname = :'wanted' AND backend_type = 'client backend' AND pid <> pg_backend_pid()
GROUP BY usename, application_name ORDER BY 1 DESC, 2, 3 LIMIT 20;
SQL
)
printf '%s\n' "$who"
if $dry_run; then
  printf 'would terminate: %d connections to %s, %d of them busy or in a transaction\n' "$before" "$database" "$busy"
  exit 0
fi

sent=$(sql -At -v wanted="$database" <<'SQL'
SET SESSION statement_timeout = '30s';
SELECT count(*) FILTER (WHERE done) FROM (SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
  WHERE datname = :'wanted' AND backend_type = 'client backend' AND pid <> pg_backend_pid()) AS asked;
SQL
)
# Nobody twice, a second apart: a pool needs a moment to come back.
quiet=0
for try in 1 2 3 4 5; do
  now=$(look)
  if [[ $now == '0|0|0|0' ]]; then quiet=$((quiet + 1)); else quiet=0; fi
  if ((quiet == 2)); then
    printf 'terminated: %s connections to %s; clients may come back until they are stopped or CONNECT is revoked\n' "$sent" "$database"
    exit 0
  fi
  ((try == 5)) || sleep 1
done
die 1 "${now%%|*} connections to $database are left, or came back; $sent were terminated"
