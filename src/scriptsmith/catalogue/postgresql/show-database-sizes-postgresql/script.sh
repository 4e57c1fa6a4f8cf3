#!/usr/bin/env bash
# Show the size on disk of each database of a PostgreSQL server, largest first.
#
# Undo: nothing to undo, it only reads.
set -euo pipefail

usage() {
  cat <<'EOF'
Usage: show-database-sizes-postgresql

List the databases with their size on disk, largest first, and the total. The write-ahead log follows;
it is not part of the total, nor are temporary files. A database that this role may not connect to is listed without a size, and the total
then leaves it out. The connection is made as PGHOST, PGPORT, PGUSER and ~/.pgpass say.

  --help  show this text

Exit status: 0 done, 1 the query failed, 2 wrong usage, 3 a precondition fails.
EOF
}

die() {
  printf 'show-database-sizes-postgresql: %s\n' "$2" >&2
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

# pg_database_size would fail the whole query for a database that is closed to this role.
answer=$(sql -At <<'SQL'
SET SESSION statement_timeout = '120s';
WITH sizes AS (
  SELECT datname, CASE WHEN has_database_privilege(oid, 'CONNECT') OR pg_has_role(current_user, 'pg_read_all_stats', 'USAGE')
                       THEN pg_database_size(oid) END AS bytes FROM pg_database)
SELECT coalesce(pg_size_pretty(bytes), 'not visible'), regexp_replace(datname, '[[:cntrl:]]', '?', 'g')
FROM (SELECT datname, bytes, 0 AS last FROM sizes
      UNION ALL SELECT 'total of ' || count(bytes) || ' databases', sum(bytes), 1 FROM sizes) AS every
ORDER BY last, bytes DESC NULLS LAST, datname;
SQL
)
[[ -n $answer ]] || die 1 "the server gave no answer"
while IFS='|' read -r size database; do
  printf '%12s  %s\n' "$size" "$database"
done <<<"$answer"
# A full disk is more often the log than a database. Not every role may look there.
log=$(sql -At 2>/dev/null <<'SQL'
SET SESSION statement_timeout = '60s';
SELECT pg_size_pretty(sum(size)) FROM pg_ls_waldir();
SQL
) || log=''
printf '%12s  write-ahead log, beside the total (as are temporary files)\n' "${log:-not visible}"
